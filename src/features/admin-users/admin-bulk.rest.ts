import { bodyBytes } from '../../platform/http/http-limits';
import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import type { AdminBulkService } from './admin-bulk.service';
import { bulkUsers } from './admin-users.operations';

const maxBytes = bodyBytes.admin;

export const adminBulkRoutes = (bulk: AdminBulkService): RestRoute[] => [
  answerRoute(
    bulkUsers,
    {
      tag: 'Users',
      summary: 'Change many users',
      description: `${bulkUsers.does}\n\nThe body can have up to ${maxBytes / 1024} kB.`,
      body: { description: 'The accounts and what to do with them.' },
      maxBytes,
    },
    (input, context) => bulk.bulkUsers(input, context),
  ),
];
