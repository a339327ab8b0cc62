import { contextOf } from '../../platform/http/read-request-context';
import { sendFile } from '../../platform/http/send-file';
import { successSchema } from '../../platform/rest/envelope';
import { string } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { exportMyData } from './own-data.operations';
import { type ExportPart, exportRunning, type OwnDataService } from './own-data.service';

const exportEnvelope = successSchema('ExportEnvelope', 'What Gatehouse stores about the user.', {
  type: 'object',
  description: 'The rows of each table, by its name.',
  additionalProperties: { type: 'array', description: 'The rows, or the names of tables.', items: {} },
});

export function ownDataRoutes(ownData: OwnDataService): RestRoute[] {
  return [
    routeOf(exportMyData, {
      openapi: () => ({
        success: {
          description: 'The file.',
          headers: {
            'Content-Disposition': { description: 'The name of the file.', required: true, schema: string },
          },
          schema: exportEnvelope,
          example: {
            success: true,
            msg: exportMyData.message,
            result: {
              users: [{ id: '01a1fafd-5d48-74fb-874f-7e0ccacee987', email: 'ada@example.com' }],
              incomplete: [],
            },
          },
        },
        errors: { CONFLICT: exportRunning() },
      }),
      handlers: [async (req, res) => sendFile(res, dataFile(await ownData.stream(contextOf(req, res))))],
    }),
  ];
}

/** The envelope as a file. */
export const dataFile = (parts: AsyncGenerator<ExportPart>) => ({
  name: 'my-data.json',
  type: 'application/json; charset=utf-8',
  parts: envelopeOf(parts),
});

async function* envelopeOf(parts: AsyncGenerator<ExportPart>): AsyncGenerator<string> {
  yield `{"success":true,"msg":${JSON.stringify(exportMyData.message)},"result":{`;
  const incomplete: string[] = [];
  let current: string | null = null;
  let isFirstRow = true;
  for await (const { table, rows, isIncomplete } of parts) {
    if (table !== current) {
      yield `${current === null ? '' : '],'}\n${JSON.stringify(table)}:[`;
      current = table;
      isFirstRow = true;
    }
    if (rows.length > 0) {
      yield `${isFirstRow ? '' : ','}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
      isFirstRow = false;
    }
    if (isIncomplete) incomplete.push(table);
  }
  yield `],\n"incomplete":${JSON.stringify(incomplete)}}}\n`;
}
