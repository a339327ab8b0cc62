import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { answerRoute, answerRoutes } from '../../platform/rest/answer.rest';
import { string } from '../../platform/rest/json-schema';
import type { RestRoute } from '../../platform/rest/rest-route';
import * as operations from './account-deletion.operations';
import type { AccountDeletionService } from './account-deletion.service';

export const accountDeletionRoutes = (deletions: AccountDeletionService, cookies: RefreshCookies): RestRoute[] =>
  answerRoutes(operations, deletions, {
    deleteAccount: answerRoute(
      operations.deleteAccount,
      async (input, context, { res }) => {
        const deletion = await deletions.deleteAccount(input, context);
        cookies.clear(res);
        return deletion;
      },
      { headers: { 'Set-Cookie': { description: 'Deletes the refresh cookie.', schema: string } } },
    ),
  });
