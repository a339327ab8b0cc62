import { compareSchemas, lastReleasedSchema, readProjectFile } from '../support/released-schema';

const changelog = (...breaking: string[]) => `# Changelog

## Unreleased

### Added

- GraphQL: \`User.tel\` has a better description.

### Changes that can break clients

- REST: nothing.
${breaking.join('\n')}

### Fixed

- GraphQL: \`User.tel\`.

## 1.2.0 - 2026-11-21

### Changes that can break clients

- GraphQL: \`User.tel\` was renamed.
`;

const sdl = `
type Query { me(first: Int): User }
type User { id: ID! tel: String }
enum Color { RED GREEN }
input Paint { color: Color }
type Mutation { paint(input: Paint): Boolean }
`;
const released = { version: '1.2.0', sdl };

const unlistedIn = async (current: string, ...breaking: string[]) =>
  (await compareSchemas(released, current, changelog(...breaking))).unlisted.map((one) => one.split(':')[0]);

test.each([
  ['a removed field', '`User.tel`', (sdl: string) => sdl.replace('tel: String', '')],
  ['a field that can be null', '`User.id`', (sdl: string) => sdl.replace('ID!', 'ID')],
  ['a removed argument', '`Query.me.first`', (sdl: string) => sdl.replace('(first: Int)', '')],
  ['a removed value', '`Color.GREEN`', (sdl: string) => sdl.replace(' GREEN', '')],
  [
    'a field of an input that became required',
    '`Paint.color`',
    (sdl: string) => sdl.replace('color: Color', 'color: Color!'),
  ],
])('%s is a breaking change, unless the changelog lists %s', async (_name, path, change) => {
  expect(await unlistedIn(change(sdl))).toEqual([path]);
  expect(await unlistedIn(change(sdl), `- GraphQL: ${path} changed, because a reason.`)).toEqual([]);
  expect(await unlistedIn(change(sdl), `- GraphQL: a reason.\n  ${path} changed.`)).toEqual([]);
  expect(await unlistedIn(change(sdl), `- REST: ${path} changed.`)).toEqual([path]);
  expect(await unlistedIn(change(sdl), '- GraphQL: `User` changed.')).toEqual([path]);
});

test('a new field is no breaking change, and a new value of an enum is reported', async () => {
  const current = sdl.replace('id: ID!', 'id: ID! name: String').replace('GREEN', 'GREEN BLUE');
  const { unlisted, dangerous } = await compareSchemas(released, current, changelog());
  expect(unlisted).toEqual([]);
  expect(dangerous).toEqual([expect.stringContaining('`Color.BLUE`')]);
});

test('the changelog lists the breaking changes since the last release', async () => {
  const text = readProjectFile('CHANGELOG.md');
  expect((await compareSchemas(lastReleasedSchema(text), readProjectFile('schema.graphql'), text)).unlisted).toEqual(
    [],
  );
});

test('after a release, its schema must be put into the folder', () => {
  const text = readProjectFile('CHANGELOG.md').replace('\n## ', '\n## 9.0.0 - 2027-01-01\n\n## ');
  expect(() => lastReleasedSchema(text)).toThrow('The last release in CHANGELOG.md is 9.0.0');
});
