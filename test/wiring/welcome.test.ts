import { readConfig } from '../../src/platform/config/config';
import { welcome } from '../../src/wiring/welcome';

const setUp = 'Open http://localhost:4000/setup/x to create the first super admin (1 hour)';
const mailbox = 'http://127.0.0.1:4001/dev/mailbox';
const linesOf = (env: Record<string, string>, found: Partial<Parameters<typeof welcome>[2]> = {}) =>
  welcome(readConfig(env), 4000, { setUp: null, mailbox: null, ...found }).split('\n');

test('the first line leads to the first super admin, and no line names another way', () => {
  const lines = linesOf({}, { setUp });
  expect(lines.slice(0, 4)).toEqual(['', setUp, '', 'Gatehouse is ready on http://localhost:4000']);
  expect(lines.join('\n')).not.toContain('promote');
});

test('with a super admin, the first line says that Gatehouse is ready', () => {
  expect(linesOf({}).slice(0, 2)).toEqual(['', 'Gatehouse is ready on http://localhost:4000']);
});

test('it has a line for what the settings switch on', () => {
  const entriesOf = (...start: Parameters<typeof linesOf>) =>
    linesOf(...start).flatMap((line) => /^ {2}(\w+) {2}/.exec(line)?.[1] ?? []);
  const all = ['database', 'GraphQL', 'REST', 'keys', 'links', 'pages', 'mails', 'manual'];
  expect(entriesOf({}, { mailbox })).toEqual(all);
  expect(linesOf({}, { mailbox }).join('\n')).toContain(mailbox);
  const few = all.filter((entry) => !['links', 'pages', 'mails'].includes(entry));
  expect(entriesOf({ PAGES: 'off', GRAPHQL_EXPLORER: 'off' })).toEqual(few);
});
