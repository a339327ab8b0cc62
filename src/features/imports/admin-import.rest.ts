import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import type { AdminImportService } from './admin-import.service';
import { importUsers } from './imports.operations';

export const adminImportRoutes = (imports: AdminImportService): RestRoute[] => [
  answerRoute(importUsers, (input, context) => imports.importUsers(input, context)),
];
