import type { Argument, Command, Option } from 'commander';
import { createProgram } from '../../src/cli/program';
import { Terminal } from '../../src/cli/terminal';
import { readConfig } from '../../src/compose/config';
import { openCommandStores } from '../../src/compose/stores';
import { auditActions } from '../../src/platform/audit/action';
import { webhookEventTypes } from '../../src/platform/webhooks/event-type';
import { code } from './markdown-table';

const program = createProgram({
  config: () => readConfig({}),
  openStores: openCommandStores,
  terminal: new Terminal(process),
  exitCode: 0,
});

/** The commands that do something, in the order of the help. A removed command has no description. */
const commands = leavesOf(program).filter((command) => command.description() !== '');

function leavesOf(command: Command): Command[] {
  return command.commands.length > 0 ? command.commands.flatMap(leavesOf) : [command];
}

/** Described once, before the commands. */
const commonOptions = ['--json', '--limit', '--yes'];
const commonArguments = ['id|e-mail', 'id', 'client-id', 'delivery-id', 'endpoint-id', 'kid'];

/** Those that say what they mean: only named. `--help` has a sentence for each. */
const clearNames = [
  '--audience <audience>',
  '--disabled',
  '--email <address>',
  '--enable',
  '--failed',
  '--first-name <name>',
  '--last-name <name>',
  '--name <name>',
  '--pkce',
  '--super-admin',
  '--tel <number>',
  '--url <url>',
  '--with-hashes',
  '<address>',
  '<e-mail>',
];

/** What other pages list. */
const lists = [
  { names: () => auditActions.names(), link: '[the actions](audit.md#actions)' },
  { names: () => webhookEventTypes.names(), link: '[the types](../integrate/webhooks.md)' },
];

/** `--no-audience` beside `--audience`. */
const ofNegation = /^(?:Without|The opposite of) --/;

/** What each command does, with its arguments and options. One that an earlier command describes in the same words is only named. */
export function commandSections(): string {
  const described = new Set<string>();
  const earlier: Command[] = [];
  const sections = commands.map((command) => {
    const like = earlier.find((one) => sharedOptions(one, command).length >= manyShared);
    earlier.push(command);
    return sectionOf(command, described, like);
  });
  return sections.join('\n\n');
}

/** With so many options of an earlier command, a command has the others only. */
const manyShared = 6;

const ownOptions = ({ options }: Command) => options.filter(({ long }) => !commonOptions.includes(long ?? ''));
const sharedOptions = (one: Command, other: Command) =>
  ownOptions(one).filter(({ flags }) => other.options.some((option) => option.flags === flags));

function sectionOf(command: Command, described: Set<string>, like?: Command): string {
  const shared = like ? sharedOptions(like, command) : [];
  const isShared = ({ flags }: Option) => shared.some((option) => option.flags === flags);
  const missing = like ? ownOptions(like).filter((option) => !isShared(option)) : [];
  const texts = [
    ...command.registeredArguments.filter((argument) => !commonArguments.includes(argument.name())).map(argumentText),
    ...ownOptions(command)
      .filter((option) => !isShared(option))
      .map(optionText),
  ];
  const isClear = ([name, text]: [string, string]) => clearNames.includes(name) || ofNegation.test(text);
  const clear = texts.filter(isClear);
  const known = texts.filter((text) => !isClear(text) && described.has(text.join()));
  // The line of usage has the arguments.
  const options = known.filter(([name]) => name.startsWith('-'));
  const own = texts.filter((text) => !isClear(text) && !described.has(text.join()));
  for (const text of own) described.add(text.join());
  const list = [
    ...own.map(([name, text]) => `- ${code(name)}: ${text}`),
    ...(clear.length > 0
      ? [
          `- ${clear.map(([name, text]) => `${code(name)}${/ Required\.$/.test(text) ? ' (required)' : ''}`).join(', ')}`,
        ]
      : []),
    ...(like
      ? [
          `- Those of ${code(nameOf(like))}${missing.length > 0 ? `, except ${missing.map(({ flags }) => code(flags)).join(', ')}` : ''}.`,
        ]
      : []),
    ...(options.length > 0 ? [`- As above: ${options.map(([name]) => code(name)).join(', ')}.`] : []),
  ];
  const usage = [nameOf(command), ...command.registeredArguments.map(withBrackets)].join(' ');
  const isConfirmed = command.options.some(({ long }) => long === '--yes');
  return [
    `### ${usage === nameOf(command) ? usage : code(usage)}`,
    `${sentence(command.description())}${isConfirmed ? ' (`--yes`)' : ''}`,
    list.join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const argumentText = (argument: Argument): [name: string, text: string] => [
  withBrackets(argument),
  sentence(argument.description),
];

function optionText({ flags, description, mandatory, defaultValue, argChoices }: Option): [name: string, text: string] {
  const list = lists.find(({ names }) => argChoices?.join() === [...names()].join());
  const allowed = list?.link ?? argChoices?.map(code).join(', ');
  const choices = allowed ? ` Allowed: ${allowed}.` : '';
  // `--no-hashing` has the default true: the check is made.
  const isShown = defaultValue !== undefined && typeof defaultValue !== 'boolean' && String(defaultValue) !== '';
  const byDefault = mandatory ? ' Required.' : isShown ? ` Default: ${code(String(defaultValue))}.` : '';
  return [flags, `${sentence(description.replace(' (required)', ''))}${choices}${byDefault}`];
}

const nameOf = (command: Command): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();

const withBrackets = (argument: Argument): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

/** The help has no capital letters and no full stops. */
const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/\.$/.test(text) ? '' : '.'}`;
