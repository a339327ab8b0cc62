import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errorTable } from '../../src/errors/error-table';
import { operationErrors } from '../../src/request/operation-errors';

/**
 * The tests of the REST API fail if an operation returns an error that `operationErrors` does not list. The comments of the
 * services repeat these lists for the reader of the code.
 */
const folder = path.join(__dirname, '../../src');
const services = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.service.ts'))
  .map((file) => readFileSync(path.join(folder, file), 'utf8'))
  .join('');

/** The REST API returns these before it calls the service. */
const ofTheApi = ['MALFORMED_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
const codes = Object.keys(errorTable).filter((code) => !ofTheApi.includes(code));

const documented = new Map(
  [...services.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/(?:(?!\n\n)[\s\S])*?this\.operation\('(\w+)'/g)].map(
    ([, comment = '', operation = '']) => [operation, comment.split('@throws')[1] ?? ''],
  ),
);

const operations = [...services.matchAll(/this\.operation\('(\w+)'/g)].flatMap(([, name = '']) =>
  name in operationErrors ? [name as keyof typeof operationErrors] : [],
);

test.each(operations)('the comment of %s has its errors', (operation) => {
  const comment = documented.get(operation) ?? '';
  const thrown = codes.filter((code) => comment.includes(`\`${code}\``));
  expect(thrown).toEqual(codes.filter((code) => code in operationErrors[operation]));
});
