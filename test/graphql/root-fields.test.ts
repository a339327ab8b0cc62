import { operations } from '../../src/compose/features';
import { rootFieldOf } from '../support/graphql-documents';

/** What has another form than the envelope, such as a JWK set or a token of OAuth, is only REST. */
test('each operation with an answer of its own is a field of GraphQL, too', () => {
  const declared = operations.filter(({ answer }) => answer !== undefined).map(({ name }) => name);
  expect(declared.length).toBeGreaterThan(100);
  expect(declared.filter((name) => rootFieldOf(name) === null)).toEqual([]);
});
