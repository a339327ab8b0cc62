import { bodyBytes } from '../../platform/http/http-limits';
import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import type { AdminImportService } from './admin-import.service';
import { importUsers } from './imports.operations';

const maxBytes = bodyBytes.admin;

export const adminImportRoutes = (imports: AdminImportService): RestRoute[] => [
  answerRoute(
    importUsers,
    {
      tag: 'Users',
      summary: 'Import users',
      description: `${importUsers.does}\n\nThe body can have up to ${maxBytes / 1024} kB.`,
      body: { description: 'The people to import.' },
      maxBytes,
    },
    (input, context) => imports.importUsers(input, context),
  ),
];
