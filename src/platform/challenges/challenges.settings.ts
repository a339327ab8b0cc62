import type { z } from 'zod';
import { Secret } from '../config/secret';
import {
  list,
  meansOff,
  oneOf,
  optional,
  type Setting,
  serviceUrl,
  settingsOn,
  text,
  type Variables,
} from '../config/setting';
import type { ChallengeRule } from '../operations/define-operation';

const setting = settingsOn('limits');

/** A setting that has an effect only if CHALLENGE has one of these values. */
const onlyWith = (variable: string, ...kinds: readonly string[]) => ({
  conflict: (given: Variables) =>
    given[variable] === undefined || kinds.includes(given.CHALLENGE ?? 'off')
      ? null
      : `has an effect only with CHALLENGE=${kinds.join(' or ')}`,
});
const siteSetting = <Value>(variable: string, schema: z.ZodType<Value>, meaning: string, example: string) =>
  setting(variable, optional(schema), meaning, { example, ...onlyWith(variable, 'site') });

function conflictOf(given: Variables): string | null {
  const { CHALLENGE = 'off', CHALLENGE_WHEN = 'attack', RATE_LIMITS = 'on', PAGES = 'on' } = given;
  if (!meansOff(CHALLENGE) && CHALLENGE_WHEN === 'attack' && meansOff(RATE_LIMITS))
    return 'has no effect with RATE_LIMITS=off, unless CHALLENGE_WHEN is always';
  const ofPages = meansOff(PAGES) ? [] : ['CHALLENGE_SCRIPT_URL'];
  const needed = ['CHALLENGE_SITE_KEY', 'CHALLENGE_SECRET', 'CHALLENGE_VERIFY_URL', ...ofPages];
  const missing = needed.filter((name) => given[name] === undefined);
  return CHALLENGE === 'site' && missing.length > 0 ? `cannot be site without ${missing.join(' and ')}` : null;
}

const kind = oneOf(['off', 'false', '0', 'puzzle', 'site'], 'must be off, puzzle or site').transform((word) =>
  word === 'puzzle' || word === 'site' ? word : null,
);

export const challengesSettings = {
  challenge: {
    /** Null: nothing is asked. */
    kind: setting(
      'CHALLENGE',
      kind.default(null),
      'What [bots](../understand/limits-and-load.md#bots) must answer: a puzzle, or the widget of a site.',
      { defaultText: 'off', conflict: conflictOf },
    ),
    when: setting(
      'CHALLENGE_WHEN',
      oneOf(['attack', 'always']).default('attack'),
      'An attack lasts ten minutes from when half of a limit is used, or the hash queue is full.',
      onlyWith('CHALLENGE_WHEN', 'puzzle', 'site'),
    ),
    siteKey: siteSetting('CHALLENGE_SITE_KEY', text, 'The public key.', '0x4AAAAAAADnPIDROrmt1Wwj'),
    secret: siteSetting(
      'CHALLENGE_SECRET',
      text.transform((value) => new Secret(value)),
      'The secret.',
      '0x4AAAAAAADnPIDROrzJnHxjb9',
    ),
    verifyUrl: siteSetting(
      'CHALLENGE_VERIFY_URL',
      serviceUrl,
      'Its `siteverify`.',
      'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    ),
    scriptUrl: siteSetting(
      'CHALLENGE_SCRIPT_URL',
      serviceUrl,
      'Its script.',
      'https://challenges.cloudflare.com/turnstile/v0/api.js',
    ),
  },
};

/** The setting whose values operations declare. */
export function challengeOnOf(rules: readonly ChallengeRule[]) {
  const names = rules.map(({ name }) => name);
  const byDefault = rules.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  const areNames = (words: readonly string[]) => words.length > 0 && words.every((word) => names.includes(word));
  const on = list.refine(areNames, `must be a list of ${names.join(', ')}`).default(byDefault);
  return { challengeOn: setting('CHALLENGE_ON', on, 'Where.', onlyWith('CHALLENGE_ON', 'puzzle', 'site')) };
}

type Declared = (typeof challengesSettings)['challenge'];
export type ChallengeSettings = {
  readonly [Name in keyof Declared]: Declared[Name] extends Setting<infer Value> ? Value : never;
};
