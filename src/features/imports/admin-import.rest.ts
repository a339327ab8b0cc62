import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { fieldProblem, successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, nullable, object, oneOf } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import type { AdminImportService, ImportReport } from './admin-import.service';
import { importReportDescriptions, leftOutOutcomes, leftOutDescriptions as text } from './descriptions';
import type { LeftOutLine } from './import-outcome';
import { importUsers } from './imports.operations';

const integer = { type: 'integer' } as const;
const leftOutSchema = about(
  object({
    line: about(integer, text.line),
    record: nullable(about(integer, text.record)),
    outcome: oneOf(leftOutOutcomes, text.outcome),
    errors: {
      type: 'array',
      description: text.errors,
      items: about(fieldProblem, 'A field and what is wrong with it.'),
    },
  }),
  'A line that became no account. It has no value of the line.',
);
const reportSchema = about(
  object({
    total: about(integer, importReportDescriptions.total),
    imported: about(integer, importReportDescriptions.imported),
    already_there: about(integer, importReportDescriptions.alreadyThere),
    conflicts: about(integer, importReportDescriptions.conflicts),
    rejected: about(integer, importReportDescriptions.rejected),
    left_out: { type: 'array', description: importReportDescriptions.leftOut, items: leftOutSchema },
  }),
  'What became of the lines.',
);
const importEnvelope = successSchema('ImportEnvelope', 'What became of the lines.', reportSchema);

export function adminImportRoutes(imports: AdminImportService): RestRoute[] {
  return [
    routeOf(importUsers, {
      openapi: () => ({
        tag: 'Users',
        summary: 'Import users',
        description: `${importUsers.does}\n\nThe body can have up to ${bodyBytes.admin / 1024} kB.`,
        body: { description: 'The people to import.' },
        success: {
          description: 'The numbers, and the lines that became no account.',
          schema: importEnvelope,
          example: importBody({
            ...{ total: 2, imported: 1, alreadyThere: 0, conflicts: 0, rejected: 1 },
            leftOut: [
              { line: 3, element: null, outcome: 'rejected', errors: [{ field: 'email', msg: 'is required' }] },
            ],
          }),
        },
      }),
      handlers: [
        jsonBody(bodyBytes.admin),
        async (req, res) =>
          sendJson(res, importBody(await imports.importUsers(inputOf(importUsers, req), contextOf(req, res)))),
      ],
    }),
  ];
}

const importBody = ({ total, imported, alreadyThere, conflicts, rejected, leftOut }: ImportReport) =>
  successEnvelope(importUsers.message, {
    total,
    imported,
    already_there: alreadyThere,
    conflicts,
    rejected,
    left_out: leftOut.map(toLeftOutRecord),
  });

const toLeftOutRecord = ({ line, element, outcome, errors }: LeftOutLine) => ({
  line,
  record: element,
  outcome,
  errors: errors.map(({ field, msg }) => ({ field, msg })),
});
