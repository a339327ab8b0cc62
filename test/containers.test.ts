import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { readConfig, settings } from '../src/config/config';

/** Checks of the container files, without a container engine. */
interface Service {
  image?: string;
  ports?: string[];
  env_file?: unknown;
  environment: Record<string, string | number>;
}

const read = (file: string): string => readFileSync(path.join(__dirname, '..', file), 'utf8');
const { services } = parse(read('docker-compose.yml')) as { services: Record<string, Service> };
const gatehouse = services.gatehouse as Service;

test('every image is named by its digest, and once for each tag', () => {
  const dockerfile = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
  const composed = Object.values(services).flatMap(({ image }) => image ?? []);
  expect(dockerfile).toHaveLength(2);
  expect(composed).toHaveLength(2);
  for (const image of [...dockerfile, ...composed]) expect(image).toMatch(/^[a-z/]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  expect(new Set(dockerfile).size).toBe(1);
});

test('every setting of .env reaches the server, except those that Compose must decide', () => {
  // The values in the Compose file take precedence over the .env file.
  const fixed = ['DATABASE_URL', 'HOST', 'PORT', 'METRICS_HOST', 'METRICS_PORT'];
  expect(gatehouse.env_file).toEqual([{ path: '.env', required: false }]);
  const names = settings.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(gatehouse.environment)));
  for (const name of names) {
    const value = gatehouse.environment[name];
    if (value === undefined) continue;
    const isPassedOn = String(value).startsWith(`\${${name}:`);
    expect({ name, isPassedOn }).toEqual({ name, isPassedOn: !fixed.includes(name) });
  }
});

test('ports are only published on this machine, and neither the database nor SMTP is published', () => {
  expect(gatehouse.ports).toEqual([`127.0.0.1:\${PORT:-4000}:${gatehouse.environment.PORT}`]);
  expect(services.mailpit?.ports).toEqual(['127.0.0.1:8025:8025']);
  expect(Object.values(services).flatMap(({ ports }) => ports ?? [])).toHaveLength(2);
});

test('mails go to Mailpit unless .env names a mail server', () => {
  const [, defaultUrl = ''] = /:-(.*)\}$/.exec(String(gatehouse.environment.SMTP_URL)) ?? [];
  expect(new URL(defaultUrl).hostname).toBe('mailpit');
  expect(readConfig({ SMTP_URL: defaultUrl, MAIL_FROM: 'no-reply@example.com' }).email.transport).toBe('smtp');
});

test('secrets have no default: without them Compose does not start', () => {
  const text = read('docker-compose.yml');
  for (const name of ['POSTGRES_PASSWORD', 'GATEHOUSE_SECRET']) {
    const uses = text.match(new RegExp(`\\$\\{?${name}\\b[^\n]*`, 'g')) ?? [];
    expect(uses.length).toBeGreaterThan(0);
    for (const use of uses) expect(use).toContain(`\${${name}:?`);
  }
});

test('a container has an embedded database only with DATA_DIR', () => {
  expect(read('Dockerfile')).not.toMatch(/^ENV .*\bDATA_DIR=/m);
});
