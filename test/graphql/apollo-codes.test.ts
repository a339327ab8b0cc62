import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError } from 'graphql';
import { errorTable } from '../../src/platform/errors/error-table';
import { formatError } from '../../src/platform/graphql/format-error';

const answered = (code: string) =>
  formatError({ message: '' }, new GraphQLError('', { extensions: { code } })).extensions?.code;

const documented = readFileSync(path.join(__dirname, '../../docs/reference/errors.md'), 'utf8')
  .split('<!--generated:errors-->')[1]
  ?.split('<!--end-->')[0];

test.each(Object.values(ApolloServerErrorCode))('%s of Apollo Server is answered with a documented code', (code) => {
  expect(documented).toContain(`\n- \`${answered(code)}\``);
  // INTERNAL is also the answer to an error that is not listed.
  if (code !== ApolloServerErrorCode.INTERNAL_SERVER_ERROR) expect(answered(code)).not.toBe('INTERNAL');
});

test('only a persisted query gets a code of a protocol', () => {
  const protocol = Object.values(ApolloServerErrorCode).filter((code) => !(String(answered(code)) in errorTable));
  expect(protocol).toEqual([
    ApolloServerErrorCode.PERSISTED_QUERY_NOT_FOUND,
    ApolloServerErrorCode.PERSISTED_QUERY_NOT_SUPPORTED,
  ]);
});
