import type { Argument, Command, Option } from 'commander';
import { createProgram } from '../../src/cli/program';
import { Terminal } from '../../src/cli/terminal';
import { readConfig } from '../../src/platform/config/config';
import { openCommandStores } from '../../src/wiring/stores';
import { code, table } from './markdown-table';

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

/** A line for each command. */
export const commandList = (): string =>
  table(
    ['command', 'what it does'],
    commands.map((command) => [
      `[\`${usageOf(command)}\`](#${nameOf(command).replaceAll(' ', '-')})`,
      aboutOf(command),
    ]),
  );

/** A section for each command, with its arguments and options. */
export const commandSections = (): string => commands.map(sectionOf).join('\n\n');

function sectionOf(command: Command): string {
  const rows = [...command.registeredArguments.map(argumentCells), ...command.options.map(optionCells)];
  return [
    `### ${nameOf(command)}`,
    `\`gatehouse ${usageOf(command)}${command.options.length > 0 ? ' [options]' : ''}\``,
    aboutOf(command),
    ...(rows.length > 0 ? [table(['argument or option', 'meaning', 'default'], rows)] : []),
  ].join('\n\n');
}

function argumentCells(argument: Argument): string[] {
  return [code(withBrackets(argument)), sentence(argument.description), argument.required ? 'required' : 'none'];
}

function optionCells({ flags, description, mandatory, defaultValue, argChoices }: Option): string[] {
  const choices = argChoices ? ` Allowed: ${argChoices.map(code).join(', ')}.` : '';
  // `--no-hashing` has the default true: the check is made.
  const isShown = defaultValue !== undefined && typeof defaultValue !== 'boolean';
  return [
    code(flags),
    `${sentence(description.replace(' (required)', ''))}${choices}`,
    mandatory ? 'required' : isShown ? code(String(defaultValue)) : 'none',
  ];
}

const nameOf = (command: Command): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();

/** As in `keys retire <kid>`. */
const usageOf = (command: Command): string =>
  [nameOf(command), ...command.registeredArguments.map(withBrackets)].join(' ');

const withBrackets = (argument: Argument): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

const aboutOf = (command: Command): string => sentence(command.description());

/** The help has no capital letters and no full stops. */
const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/\.$/.test(text) ? '' : '.'}`;
