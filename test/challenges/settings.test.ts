import { readConfig } from '../../src/compose/config';
import { operations } from '../../src/compose/features';
import type { Operation } from '../../src/platform/operations/define-operation';

const site = {
  CHALLENGE: 'site',
  CHALLENGE_SITE_KEY: 'key',
  CHALLENGE_SECRET: 'a secret',
  CHALLENGE_VERIFY_URL: 'https://challenges.example.com/siteverify',
  CHALLENGE_SCRIPT_URL: 'https://challenges.example.com/api.js',
};

test('by default, nothing is asked', () => {
  const nothing = { siteKey: null, secret: null, verifyUrl: null, scriptUrl: null };
  const rules = operations.flatMap(({ challenge }: Operation) => challenge ?? []);
  const on = rules.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  const { challenge, challengeOn } = readConfig({});
  expect([challenge, challengeOn]).toEqual([{ kind: null, when: 'attack', ...nothing }, on]);
  expect(on).toEqual(expect.arrayContaining(['register', 'forgot', 'email_login']));
});

test('the settings of a site, whose secret is not printed', () => {
  const { challenge, challengeOn } = readConfig({ ...site, CHALLENGE_WHEN: 'always', CHALLENGE_ON: 'login, register' });
  expect([challenge.kind, challenge.when, challengeOn]).toEqual(['site', 'always', ['login', 'register']]);
  expect(challenge.secret?.reveal()).toBe('a secret');
  expect(JSON.stringify(challenge)).not.toContain('a secret');
});

test.each<[Record<string, string>, string]>([
  [{ CHALLENGE: 'captcha' }, 'CHALLENGE must be off, puzzle or site'],
  [{ CHALLENGE_WHEN: 'always' }, 'CHALLENGE_WHEN has an effect only with CHALLENGE=puzzle or site'],
  [{ CHALLENGE: 'off', CHALLENGE_ON: 'login' }, 'CHALLENGE_ON has an effect only with CHALLENGE=puzzle or site'],
  [{ CHALLENGE: 'puzzle', CHALLENGE_ON: 'logout' }, 'CHALLENGE_ON must be a list of '],
  [{ CHALLENGE: 'puzzle', CHALLENGE_ON: ',' }, 'CHALLENGE_ON must be a list of '],
  [{ CHALLENGE: 'puzzle', CHALLENGE_SECRET: 'x' }, 'CHALLENGE_SECRET has an effect only with CHALLENGE=site'],
  [{ CHALLENGE: 'puzzle', RATE_LIMITS: 'off' }, 'CHALLENGE has no effect with RATE_LIMITS=off'],
  [
    { CHALLENGE: 'site', CHALLENGE_SECRET: 'x' },
    'CHALLENGE cannot be site without CHALLENGE_SITE_KEY and CHALLENGE_VERIFY_URL and CHALLENGE_SCRIPT_URL',
  ],
  [
    { ...site, CHALLENGE_VERIFY_URL: 'http://challenges.example.com/siteverify' },
    'CHALLENGE_VERIFY_URL must be an https:// URL',
  ],
  [{ ...site, CHALLENGE_SCRIPT_URL: 'api.js' }, 'CHALLENGE_SCRIPT_URL must be an https:// URL'],
])('%j stops the start', (env, problem) => {
  expect(() => readConfig(env)).toThrow(problem);
});

test('without limits, a challenge can be asked always, and without pages a site needs no script', () => {
  expect(readConfig({ CHALLENGE: 'puzzle', CHALLENGE_WHEN: 'always', RATE_LIMITS: 'off' }).challenge.kind).toBe(
    'puzzle',
  );
  const { CHALLENGE_SCRIPT_URL: _, ...others } = site;
  expect(readConfig({ ...others, PAGES: 'off' }).challenge.kind).toBe('site');
});
