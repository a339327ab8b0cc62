import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { OperationName } from '../../src/features';
import { errorTable } from '../../src/platform/errors/error-table';
import { operationNamed } from '../support/declared-operations';

/**
 * The tests of the REST API fail if an operation returns an error that its declaration does not have. The comments of the
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
  [
    ...services.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/(?:(?!\n\n)[\s\S])*?this\.(?:needs\.)?(?:operation|asUser)\((\w+), context/g,
    ),
  ].map(([, comment = '', operation = '']) => [operation, comment.split('@throws')[1] ?? '']),
);

// `rejectOverload` runs the operation of its parameter.
documented.delete('operation');

// An operation that needs the name of another declaration in its module has another identifier than its name.
const nameOf = (identifier: string) =>
  identifier === 'service' || identifier === 'entities' ? `_${identifier}` : identifier;

test.each([...documented])('the comment of %s has its errors', (identifier, comment) => {
  const { errors } = operationNamed(nameOf(identifier) as OperationName);
  const thrown = codes.filter((code) => comment.includes(`\`${code}\``));
  expect(thrown).toEqual(codes.filter((code) => code in errors));
});

test('each operation that a service runs has a comment', () => {
  const run = [...services.matchAll(/this\.(?:needs\.)?(?:operation|asUser)\((\w+), context/g)].map(
    ([, identifier]) => identifier,
  );
  expect([...documented.keys(), 'operation'].sort()).toEqual([...new Set(run)].sort());
});
