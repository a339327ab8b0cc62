import { type Command, Option } from 'commander';
import type { z } from 'zod';
import { inputFieldsOf } from '../platform/request/input-schema';

/** The options for the fields of an input, such as `--redirect-uri <uri>`. `--[no-]audience <audience>` is two. */
type Spellings = Readonly<Record<string, string>>;

/** Adds an option for each field, with its description. A list is an option that can be repeated, or has several values. */
export function addInputOptions(
  command: Command,
  input: z.ZodType,
  spellings: Spellings,
  separator: RegExp | string = /\s+/,
): Command {
  const split = (text: string, before: readonly string[] = []): string[] => [...before, ...text.split(separator)];
  for (const { name, type, isList, isRequired, description, values } of inputFieldsOf(input, 'rest')) {
    const spelling = spellings[name];
    if (spelling === undefined) continue;
    const text = `${helpOf(description)}${isList ? '; can be repeated' : ''}${isRequired ? ' (required)' : ''}`;
    const option = new Option(flagsOf(spelling), text).makeOptionMandatory(isRequired);
    if (isList) option.argParser(split);
    if (typeof values === 'object') option.choices(Object.keys(values));
    command.addOption(option);
    const [long = ''] = option.flags.split(' ');
    if (option.flags === spelling) continue;
    command.option(long.replace('--', '--no-'), type === 'boolean' ? `the opposite of ${long}` : `without ${long}`);
  }
  return command;
}

/** Returns the fields of the input that a command line has. A field that is undefined is not given. */
export function inputOf(spellings: Spellings, options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = Object.entries(spellings).map(([name, spelling]) => {
    const option = new Option(flagsOf(spelling));
    const value = options[option.attributeName()];
    return [name, value === false && option.required ? null : value];
  });
  return Object.fromEntries(fields);
}

const flagsOf = (spelling: string): string => spelling.replace('[no-]', '');

/** The help has no capital letters, no full stops and no Markdown. What stands before the details is enough. */
function helpOf(description: string): string {
  const [text = ''] = description.split(/[.:](?:\s|$)/, 1);
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`.replaceAll('`', '');
}
