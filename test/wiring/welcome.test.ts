import { readConfig } from '../../src/platform/config/config';
import { welcome } from '../../src/wiring/welcome';

const setUp = 'Open http://localhost:4000/setup/x to create the first super admin (1 hour)';
const linesOf = (env: Record<string, string>, link: string | null = null) =>
  welcome(readConfig(env), 4000, link).split('\n');

test('the first line leads to the first super admin, and no line names another way', () => {
  const lines = linesOf({}, setUp);
  expect(lines.slice(0, 4)).toEqual(['', setUp, '', 'Gatehouse is ready on http://localhost:4000']);
  expect(lines.join('\n')).not.toContain('promote');
});

test('with a super admin, the first line says that Gatehouse is ready', () => {
  expect(linesOf({}).slice(0, 2)).toEqual(['', 'Gatehouse is ready on http://localhost:4000']);
});

test('it has a line for what the settings switch on', () => {
  const entriesOf = (env: Record<string, string>) =>
    linesOf(env).flatMap((line) => /^ {2}(\w+) {2}/.exec(line)?.[1] ?? []);
  expect(entriesOf({})).toEqual(['database', 'GraphQL', 'REST', 'keys', 'links', 'pages', 'mails', 'manual']);
  expect(entriesOf({ PAGES: 'off', MAILBOX: 'off', GRAPHQL_EXPLORER: 'off' })).toEqual([
    'database',
    'GraphQL',
    'REST',
    'keys',
    'manual',
  ]);
});
