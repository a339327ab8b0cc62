import type { Argument, Command, Option } from 'commander';
import { createProgram } from '../../src/cli/program';
import { Terminal } from '../../src/cli/terminal';
import { readConfig } from '../../src/compose/config';
import { openCommandStores } from '../../src/compose/stores';
import { auditActions } from '../../src/platform/audit/action';
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

/** `--no-audience` beside `--audience`. */
const ofNegation = /^(?:Without|The opposite of) --/;

/** What each command does, with its arguments and options. One that an earlier command describes in the same words is only named. */
export function commandSections(): string {
  const described = new Set<string>();
  return commands.map((command) => sectionOf(command, described)).join('\n\n');
}

function sectionOf(command: Command, described: Set<string>): string {
  const texts = [
    ...command.registeredArguments.filter((argument) => !commonArguments.includes(argument.name())).map(argumentText),
    ...command.options.filter(({ long }) => !commonOptions.includes(long ?? '')).map(optionText),
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
  const isListedInAudit = argChoices?.length === auditActions.all().length;
  const allowed = isListedInAudit ? '[the actions](audit.md#actions)' : argChoices?.map(code).join(', ');
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
