import { readConfig } from '../../src/compose/config';
import { mailLine, welcome } from '../../src/compose/welcome';

const setUp = 'http://localhost:4000/setup/x';
const setUpLine = `  set up     ${setUp}   (creates the first super admin, for 1 hour)`;
const mailbox = 'http://127.0.0.1:4001/dev/mailbox';
const linesOf = (env: Record<string, string>, found: Partial<Parameters<typeof welcome>[2]> = {}) =>
  welcome(readConfig(env), 4000, { setUp: null, mailbox: null, ...found }).split('\n');

test('the first line leads to the first super admin, and no line names another way', () => {
  const lines = linesOf({}, { setUp });
  expect(lines.slice(0, 4)).toEqual(['', setUpLine, '', 'Gatehouse is ready on http://localhost:4000']);
  expect(lines.join('\n')).not.toContain('promote');
});

test('with a super admin, the first line says that Gatehouse is ready', () => {
  expect(linesOf({}).slice(0, 2)).toEqual(['', 'Gatehouse is ready on http://localhost:4000']);
});

test('it has a line for what the settings switch on', () => {
  const entriesOf = (...start: Parameters<typeof linesOf>) =>
    linesOf(...start).flatMap((line) => /^ {2}(\w+) {2}/.exec(line)?.[1] ?? []);
  const all = ['pages', 'mails', 'GraphQL', 'REST', 'database'];
  expect(entriesOf({}, { mailbox })).toEqual(all);
  expect(linesOf({}, { mailbox }).join('\n')).toContain(mailbox);
  expect(linesOf({})).toContainEqual(expect.stringMatching(/^More: all addresses .* · keys .* · manual .*README\.md$/));
  const few = { PAGES: 'off', GRAPHQL_EXPLORER: 'off' };
  expect(entriesOf(few)).toEqual(['GraphQL', 'REST', 'database']);
  expect(linesOf(few)).toContainEqual(expect.stringMatching(/^More: keys /));
});

test('the line of a mail has its code and its link, and nothing that a terminal executes', () => {
  const mail = {
    to: 'ada@example.com',
    subject: 'Hi\u001b[2J',
    code: '402913',
    links: ['http://localhost:4000/confirm/x'],
  };
  expect(mailLine(mail)).toBe('mail to ada@example.com: Hi [2J · code 402913 · http://localhost:4000/confirm/x\n');
  expect(mailLine({ ...mail, code: null, links: [] })).toBe('mail to ada@example.com: Hi [2J\n');
});
