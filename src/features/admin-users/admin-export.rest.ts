import type { UserFields } from '../../accounts/users/user-fields';
import { fieldsInQuery } from '../../accounts/users/user-fields.rest';
import { contextOf } from '../../platform/http/read-request-context';
import { sendFile } from '../../platform/http/send-file';
import { inputOf } from '../../platform/rest/input-reader';
import { about, string } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { type AdminExportService, tooManyExports } from './admin-export.service';
import { exportUsers } from './admin-users.operations';

export function adminExportRoutes(exports: AdminExportService, userFields: UserFields | undefined): RestRoute[] {
  return [
    routeOf(exportUsers, {
      openapi: () => ({
        success: {
          description: 'The file, in UTF-8. The first line has the names of the columns.',
          headers: {
            'Content-Disposition': { description: 'The name of the file.', required: true, schema: string },
          },
          mediaType: 'text/csv',
          schema: about(string, 'The lines of the file (RFC 4180).'),
        },
        errors: { CONFLICT: tooManyExports() },
      }),
      handlers: [
        async (req, res) => {
          const parts = await exports.exportUsers(
            { ...inputOf(exportUsers, req), fields: fieldsInQuery(req, userFields) },
            contextOf(req, res),
          );
          await sendFile(res, { name: 'users.csv', type: 'text/csv; charset=utf-8', parts });
        },
      ],
    }),
  ];
}
