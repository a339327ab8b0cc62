import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readConfig, settings } from '../../src/compose/config';
import { featureSettings } from '../../src/compose/features';
import { ConfigError } from '../../src/platform/config/config-error';
import { mergeSettings } from '../../src/platform/config/merge-settings';
import { integer, optional, settingsOn, settingTopics, text } from '../../src/platform/config/setting';

const src = path.join(__dirname, '../../src');
const setting = settingsOn('server');

const coffeeSettings = {
  coffeeTemperatureC: setting('COFFEE_TEMPERATURE', integer(40, 96).default(88), 'How hot it is, in degrees Celsius.'),
  coffee: {
    milk: setting('COFFEE_MILK', optional(text), 'The kind of milk.', {
      example: 'oat',
      conflict: ({ COFFEE_MILK, COFFEE_TEMPERATURE }) =>
        COFFEE_MILK && Number(COFFEE_TEMPERATURE) > 90 ? 'curdles above 90' : null,
    }),
  },
};
const merged = mergeSettings([...featureSettings, coffeeSettings]);

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    merged.read(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
}

describe('the settings of one more feature', () => {
  test('are read, in their groups, next to the others', () => {
    const { values } = merged.read({ COFFEE_TEMPERATURE: '70', COFFEE_MILK: 'oat', PORT: '4001' });
    expect(values).toMatchObject({ coffeeTemperatureC: 70, coffee: { milk: 'oat' }, port: 4001 });
  });

  test('have their defaults', () => {
    const { values } = merged.read({ COFFEE_TEMPERATURE: '' });
    expect([values.coffeeTemperatureC, values.coffee.milk]).toEqual([88, null]);
  });

  test('are checked, each and with others', () => {
    expect(problemsOf({ COFFEE_TEMPERATURE: '97' })).toEqual([
      'COFFEE_TEMPERATURE must be a whole number from 40 to 96, such as 88',
    ]);
    expect(problemsOf({ COFFEE_TEMPERATURE: '91', COFFEE_MILK: 'oat' })).toEqual(['COFFEE_MILK curdles above 90']);
  });

  test('are documented with their defaults', () => {
    expect(merged.documentation).toEqual([
      ...settings,
      {
        topic: 'server',
        name: 'COFFEE_TEMPERATURE',
        rule: 'must be a whole number from 40 to 96',
        default: '88',
        meaning: 'How hot it is, in degrees Celsius.',
        example: null,
      },
      {
        topic: 'server',
        name: 'COFFEE_MILK',
        rule: null,
        default: '',
        meaning: 'The kind of milk.',
        example: 'oat',
      },
    ]);
  });

  test('are recognized when misspelled', () => {
    expect(merged.read({ COFFE_TEMPERATURE: '70' }).misspelled).toEqual([
      { name: 'COFFE_TEMPERATURE', meant: 'COFFEE_TEMPERATURE' },
    ]);
  });

  test('must not take a name that another has', () => {
    const port = setting('COFFEE_PORT', integer(1, 9).default(1), 'a port');
    const variable = setting('PORT', integer(1, 9).default(1), 'a port');
    expect(() => mergeSettings([...featureSettings, { port }])).toThrow('two settings are named port');
    expect(() => mergeSettings([...featureSettings, { variable }])).toThrow('two settings are named PORT');
  });
});

test('a setting needs a default', () => {
  expect(() => setting('COFFEE_CUPS', integer(1, 9), 'how many cups')).toThrow();
});

test('every setting is documented in sentences', () => {
  for (const { name, meaning } of settings) {
    expect(name).toMatch(/^[A-Z][A-Z_]+(<ID>[A-Z_]+)?$/);
    expect({ name, meaning }).toEqual({ name, meaning: expect.stringMatching(/^[A-Z`].*\w{3}.*\.$/s) });
  }
});

test('every topic has settings, and every rule begins with "must be"', () => {
  expect(new Set(settings.map(({ topic }) => topic))).toEqual(new Set(Object.keys(settingTopics)));
  for (const { name, rule } of settings) {
    expect({ name, rule }).toEqual({ name, rule: rule && expect.stringMatching(/^must be \w/) });
  }
});

test('every documented example is valid', () => {
  const others = {
    GATEHOUSE_SECRET: randomBytes(32).toString('base64'),
    MAIL_FROM: 'a@example.com',
    TRUST_PROXY: '1',
    DATABASE_URL: 'postgresql://db/x',
    HOOK_BEFORE_REGISTER: 'https://example.com/hook',
    ORGANIZATIONS: 'users',
    LOGO: '/etc/gatehouse/logo.svg',
    CHALLENGE: 'site',
    CHALLENGE_SITE_KEY: 'key',
    CHALLENGE_SECRET: 'secret',
    CHALLENGE_VERIFY_URL: 'https://example.com/siteverify',
    CHALLENGE_SCRIPT_URL: 'https://example.com/api.js',
    HOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    SMS_URL: 'https://example.com/sms',
    SMS_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
  };
  for (const { name, example } of settings) {
    if (example) expect(() => readConfig({ ...others, [name]: example })).not.toThrow();
  }
});

test.each(readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.settings.ts')))(
  '%s is on the list',
  (file) => {
    const exported: unknown[] = Object.values(require(path.join(src, file)));
    expect(exported.some((one) => featureSettings.some((listed) => listed === one))).toBe(true);
  },
);
