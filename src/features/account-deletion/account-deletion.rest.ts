import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { answerRoute } from '../../platform/rest/answer.rest';
import { string } from '../../platform/rest/json-schema';
import type { RestRoute } from '../../platform/rest/rest-route';
import { cancelDeletion, deleteAccount } from './account-deletion.operations';
import type { AccountDeletionService } from './account-deletion.service';

const tag = 'Accounts';

export const accountDeletionRoutes = (deletions: AccountDeletionService, cookies: RefreshCookies): RestRoute[] => [
  answerRoute(
    deleteAccount,
    {
      tag,
      summary: 'Delete the account',
      body: { description: 'The current password.' },
      headers: { 'Set-Cookie': { description: 'Deletes the refresh cookie.', schema: string } },
    },
    async (input, context, { res }) => {
      const deletion = await deletions.delete(input, context);
      cookies.clear(res);
      return deletion;
    },
  ),
  answerRoute(
    cancelDeletion,
    { tag, summary: 'Restore a deleted account', body: { description: 'The token of the link.' } },
    (input, context) => deletions.cancel(input, context),
  ),
];
