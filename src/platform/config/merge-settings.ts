import { ConfigError } from './config-error';
import {
  entryOf,
  isOfEach,
  list,
  ruleOf,
  type Setting,
  type SettingOfEach,
  type SettingTopic,
  type Variables,
  variableOf,
} from './setting';
import { similarName } from './similar-names';

/** The settings of one feature, or of a group in a feature. The keys are the names in `Config`. */
export interface Settings {
  readonly [name: string]: Setting<unknown> | Settings;
}

type ValuesOf<Of> = {
  readonly [Name in keyof Of]: Of[Name] extends SettingOfEach<infer Value>
    ? Readonly<Record<string, Value>>
    : Of[Name] extends Setting<infer Value>
      ? Value
      : ValuesOf<Of[Name]>;
};

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The description of a setting in the reference. */
export interface SettingDocumentation {
  readonly topic: SettingTopic;
  readonly name: string;
  /** The result of `ruleOf`. */
  readonly rule: string | null;
  readonly default: string;
  readonly meaning: string;
  readonly example: string | null;
}

/** A variable that has no effect. */
export interface MisspelledVariable {
  readonly name: string;
  /** The name of the setting, or of the list in which the entry is missing that the variable is for. */
  readonly meant: string | { list: string; entry: string };
}

/** Describes the problem without the value, because the value can be a secret. */
export const describeMisspelled = ({ name, meant }: MisspelledVariable): string =>
  typeof meant === 'string'
    ? `${name} is not a setting. Did you mean ${meant}?`
    : `${name} has no effect, because ${meant.list} does not have "${meant.entry}".`;

interface MergedSettings<Values> {
  readonly documentation: readonly SettingDocumentation[];
  /**
   * Reads environment variables. An empty variable counts as not set.
   * @throws ConfigError with one line for each problem
   */
  read(env: Variables): { values: Values; misspelled: readonly MisspelledVariable[] };
}

/**
 * Combines the settings of all features.
 * @throws Error if two settings have the same name, which is a bug
 */
export function mergeSettings<const Features extends readonly Settings[]>(
  features: Features,
): MergedSettings<ValuesOf<Intersection<Features[number]>>> {
  const all = features.flatMap(settingsIn);
  const variables = all.map(({ variable }) => variable);
  rejectDuplicates([...variables, ...features.flatMap(Object.keys)]);
  return {
    documentation: all.map((setting) => ({
      topic: setting.topic,
      name: setting.variable,
      rule: ruleOf(setting),
      default: setting.defaultText,
      meaning: setting.meaning,
      example: setting.example,
    })),
    read(env) {
      const known = all.flatMap((setting) => variablesOf(setting, env));
      const given = Object.fromEntries(known.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
      const invalid: string[] = [];
      const values = Object.assign({}, ...features.map((settings) => valuesOf(settings, given, invalid)));
      const conflicts = all.flatMap(({ variable, conflict }) => {
        const problem = conflict(given);
        return problem === null ? [] : [`${variable} ${problem}`];
      });
      const misspelled = findMisspelled(env, known, all.filter(isOfEach));
      const problems = [...invalid, ...conflicts];
      if (problems.length > 0) throw new ConfigError([...problems, ...misspelled.map(describeMisspelled)]);
      return { values, misspelled };
    },
  };
}

const isSetting = (entry: Setting<unknown> | Settings): entry is Setting<unknown> => typeof entry.variable === 'string';

const settingsIn = (settings: Settings): Setting<unknown>[] =>
  Object.values(settings).flatMap((entry) => (isSetting(entry) ? [entry] : settingsIn(entry)));

function rejectDuplicates(names: string[]): void {
  const duplicate = names.find((name, i) => names.indexOf(name) !== i);
  if (duplicate !== undefined) throw new Error(`two settings are named ${duplicate}`);
}

/** Adds the problems of invalid settings to `problems`. An invalid setting has the value `undefined`. */
function valuesOf(settings: Settings, given: Variables, problems: string[]): Record<string, unknown> {
  const read = (entry: Setting<unknown> | Settings): unknown => {
    if (!isSetting(entry)) return valuesOf(entry, given, problems);
    if (!isOfEach(entry)) return readValue(entry, entry.variable, given, problems);
    const values = entriesOf(entry, given).map((one) => [
      one,
      readValue(entry, variableOf(entry, one), given, problems),
    ]);
    return Object.fromEntries(values);
  };
  return Object.fromEntries(Object.entries(settings).map(([name, entry]) => [name, read(entry)]));
}

function readValue(setting: Setting<unknown>, variable: string, given: Variables, problems: string[]): unknown {
  const parsed = setting.schema.safeParse(given[variable]);
  problems.push(...(parsed.error?.issues ?? []).map(({ message }) => problemOf({ ...setting, variable }, message)));
  return parsed.data;
}

const entriesOf = ({ each }: SettingOfEach<unknown>, env: Variables): readonly string[] => list.parse(env[each] ?? '');

const variablesOf = (setting: Setting<unknown>, env: Variables): string[] =>
  isOfEach(setting) ? entriesOf(setting, env).map((entry) => variableOf(setting, entry)) : [setting.variable];

/** Describes the broken rule, with an example of a valid value. */
function problemOf({ variable, example, defaultText }: Setting<unknown>, rule: string): string {
  const right = example ?? (/^\d+$/.test(defaultText) ? defaultText : null);
  return `${variable} ${rule}${right === null || rule.includes('such as') ? '' : `, such as ${right}`}`;
}

function findMisspelled(
  env: Variables,
  known: readonly string[],
  ofEach: readonly SettingOfEach<unknown>[],
): MisspelledVariable[] {
  return Object.keys(env).flatMap((name) => {
    if (!env[name] || known.includes(name)) return [];
    // First, because the names of two providers can be similar.
    const meant = missingEntry(name, ofEach) ?? similarName(name, known);
    return meant === null ? [] : [{ name, meant }];
  });
}

function missingEntry(name: string, ofEach: readonly SettingOfEach<unknown>[]): MisspelledVariable['meant'] | null {
  for (const setting of ofEach) {
    const entry = entryOf(setting, name);
    if (entry !== null) return { list: setting.each, entry };
  }
  return null;
}
