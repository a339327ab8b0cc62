import { randomBytes } from 'node:crypto';
import { readConfig } from '../../src/compose/config';
import { ConfigError } from '../../src/platform/config/config-error';

const secret = randomBytes(32).toString('base64');

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('a secret without FEDERATION is probably a mistake', () => {
  expect(problemsOf({ FEDERATION_SECRET: secret })).toEqual([
    'FEDERATION_SECRET is set, but FEDERATION is not. Set FEDERATION=on as well',
  ]);
  expect(problemsOf({ FEDERATION_SECRET: secret, FEDERATION: 'off' })).toEqual([]);
  expect(problemsOf({ FEDERATION_SECRET: secret, FEDERATION: 'on' })).toEqual([]);
  expect(problemsOf({ FEDERATION: 'on' })).toEqual([]);
});

test.each(['secret', 'a'.repeat(64), randomBytes(31).toString('base64')])('a weak secret is rejected: %s', (weak) => {
  expect(problemsOf({ FEDERATION: 'on', FEDERATION_SECRET: weak })).toEqual([
    expect.stringMatching(/^FEDERATION_SECRET must be at least 32 random bytes/),
  ]);
});
