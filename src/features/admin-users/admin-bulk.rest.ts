import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import type { AdminBulkService } from './admin-bulk.service';
import { bulkUsers } from './admin-users.operations';

export const adminBulkRoutes = (bulk: AdminBulkService): RestRoute[] => [
  answerRoute(bulkUsers, (input, context) => bulk.bulkUsers(input, context)),
];
