import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { readConfig, settings } from '../src/compose/config';
import { pathOf, testWith } from './support/needs';

/** Checks of the container files, without a container engine. */
interface Service {
  image?: string;
  profiles?: string[];
  ports?: string[];
  env_file?: unknown;
  environment: Record<string, string | number>;
  volumes?: string[];
  stop_grace_period?: string;
}

const read = (file: string): string => readFileSync(path.join(__dirname, '..', file), 'utf8');
const { services } = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
const gatehouse = services.gatehouse as Service;

test('every image is named by its digest, and once for each tag', () => {
  const dockerfile = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
  const composed = Object.values(services).flatMap(({ image }) => image ?? []);
  expect(dockerfile).toHaveLength(3);
  expect(composed).toHaveLength(4);
  for (const image of [...dockerfile, ...composed]) expect(image).toMatch(/^[a-z/]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  expect(new Set(dockerfile).size).toBe(1);
});

describe('workflows', () => {
  const folder = '.github/workflows';
  const ci = parse(read(`${folder}/ci.yml`));
  const release = parse(read(`${folder}/release.yml`));

  test.each(readdirSync(path.join(__dirname, '..', folder)))('%s names actions and services by digest', (file) => {
    const text = read(`${folder}/${file}`);
    const actions = [...text.matchAll(/\buses: (\S+)/g)].map(([, action = '']) => action);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40}$/);
    for (const [, image] of text.matchAll(/\bimage: (\S+)/g)) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
    expect(parse(text).permissions).toEqual({ contents: 'read' });
  });

  test('a tag releases nothing until the repository is configured', () => {
    expect(release.on).toEqual({ push: { tags: ['v*'] } });
    expect(release.jobs.test.if).toBe("vars.IMAGE != ''");
    expect(release.jobs.release.needs).toBe('test');
  });

  test('a pull request is tested as a release is, without secrets and rights', () => {
    expect(ci.on).toEqual({ pull_request: null, push: { branches: ['main'] } });
    expect(Object.keys(ci.jobs)).toEqual(['test']);
    const { container, services, env, steps } = release.jobs.test;
    expect(ci.jobs.test).toMatchObject({ container, services, env });
    expect(ci.jobs.test.permissions).toBeUndefined();
    expect(read(`${folder}/ci.yml`)).not.toContain('secrets.');
    expect(ci.jobs.test.steps.at(-1)).toEqual(steps.at(-1));
    expect(ci.jobs.test.steps.at(-1)).toEqual({ run: '.ci/run' });
  });
});

test('editors format as Biome does', () => {
  const biome = JSON.parse(read('biome.json')).formatter;
  const editor = parseEnv(
    read('.editorconfig')
      .replaceAll(/^\[.*\]$/gm, '')
      .replaceAll(' = ', '='),
  );
  expect([editor.indent_style, editor.indent_size, editor.max_line_length]).toEqual([
    biome.indentStyle,
    String(biome.indentWidth),
    String(biome.lineWidth),
  ]);
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
  expect(services.nginx?.ports).toEqual(['127.0.0.1:8080:80']);
  expect(Object.values(services).flatMap(({ ports }) => ports ?? [])).toHaveLength(3);
});

describe('the profile with two instances', () => {
  const profile = 'several';
  const second = services['gatehouse-2'] as Service;

  test('without it, there is one instance', () => {
    const withProfile = Object.keys(services).filter((name) => services[name]?.profiles && name !== 'mailpit');
    expect(withProfile).toEqual(['gatehouse-2', 'nginx', 'redis']);
    for (const name of withProfile) expect(services[name]?.profiles).toEqual([profile]);
  });

  test('both instances have the same settings, and nginx sends requests to both', () => {
    expect({ ...second, ports: gatehouse.ports }).toEqual({ ...gatehouse, profiles: [profile] });
    const [, file = ''] =
      /^\.\/(\S+):\/etc\/nginx\/conf\.d\/default\.conf:ro$/.exec(services.nginx?.volumes?.[0] ?? '') ?? [];
    const upstreams = [...read(file).matchAll(/^ *server ([\w-]+):(\d+)/gm)].map(([, name = '', port]) => [
      name,
      Number(port),
    ]);
    expect(upstreams).toEqual(['gatehouse', 'gatehouse-2'].map((name) => [name, services[name]?.environment.PORT]));
  });

  test('the lines for .env are settings that fit the containers', () => {
    const [, ...lines] = /^# For two instances.*\n((?:# {6}.*\n)+)/m.exec(read('docker-compose.yml')) ?? [];
    const { COMPOSE_PROFILES, ...env } = parseEnv(lines.join('').replaceAll(/^# */gm, '')) as Record<string, string>;
    expect(COMPOSE_PROFILES).toBe(profile);
    expect(Object.keys(env)).toEqual(['PUBLIC_URL', 'REDIS_URL', 'TRUST_PROXY']);
    expect(settings.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(env)));
    const config = readConfig({ DATA_DIR: '/data', ...env });
    expect(config.trustProxy).toBe(1);
    expect(services).toHaveProperty(new URL(env.REDIS_URL ?? '').hostname);
    expect(services.nginx?.ports).toEqual([`127.0.0.1:${new URL(env.PUBLIC_URL ?? '').port}:80`]);
  });
});

test('mails go to Mailpit only with its profile and its lines in .env', () => {
  expect(services.mailpit?.profiles).toEqual(['mailpit']);
  expect(Object.keys(gatehouse.environment)).not.toContain('SMTP_URL');
  const [, lines = ''] = /with Mailpit.*\n.*\n((?:# {6}.*\n)+)/.exec(read('docker-compose.yml')) ?? [];
  const { COMPOSE_PROFILES, ...env } = parseEnv(lines.replaceAll(/^# */gm, '')) as Record<string, string>;
  expect(COMPOSE_PROFILES).toBe('mailpit');
  expect(readConfig(env).email.transport).toBe('smtp');
  expect(services).toHaveProperty(new URL(env.SMTP_URL ?? '').hostname);
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

test('systemd, Compose and Kubernetes wait as long as a stop can take, and the pages say how long', () => {
  const [, parts = ''] = /const stopMs = \{(.*)\};/.exec(read('src/serve.ts')) ?? [];
  const seconds = [...parts.matchAll(/: ([\d_]+)/g)].map(([, ms = '']) => Number(ms.replaceAll('_', '')) / 1000);
  const [serving, answering, closing] = seconds;
  const total = seconds.reduce((sum, one) => sum + one, 0);
  expect(seconds).toHaveLength(3);

  const deployment = 'docs/operate/kubernetes/deployment.yaml';
  const files = ['docs/operate/install/gatehouse.service', 'docker-compose.yml', deployment];
  for (const file of files) {
    expect(read(file)).toContain(
      `# A stop takes at most ${total} s: ${serving} s until proxies send no more requests, ${answering} s to answer the rest, and ${closing} s to close the database.\n`,
    );
  }
  const [, systemd] = /^TimeoutStopSec=(\d+)$/m.exec(read('docs/operate/install/gatehouse.service')) ?? [];
  const { spec } = parse(read(deployment)).spec.template;
  expect([systemd, gatehouse.stop_grace_period]).toEqual([`${total}`, `${total}s`]);
  expect(spec.terminationGracePeriodSeconds).toBe(total);
  // The process itself serves while the endpoint is removed.
  expect(spec.containers[0].lifecycle).toBeUndefined();

  for (const page of ['install', 'high-availability', 'kubernetes']) {
    const text = read(`docs/operate/${page}.md`).replaceAll(/\s+/g, ' ');
    expect(text).toMatch(new RegExp(`A stop takes ${total} (seconds|s) at most`));
  }
});

describe('the container for developers', () => {
  const container = JSON.parse(read('.devcontainer/devcontainer.json'));
  const composed = parse(read(`.devcontainer/${container.dockerComposeFile}`)).services as Record<string, Service>;
  const env = composed[container.service]?.environment as Record<string, string>;

  test('has the PostgreSQL of docker-compose.yml, and the settings that lead to it', () => {
    const { image, environment = {} } = composed.postgres ?? {};
    expect(image).toBe(services.postgres?.image);
    const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = environment;
    expect(env.DATABASE_URL).toBe(`postgresql://${POSTGRES_USER}:${POSTGRES_PASSWORD}@postgres:5432/${POSTGRES_DB}`);
    // Compose publishes no port: the editor forwards those of the server.
    expect(Object.values(composed).flatMap(({ ports }) => ports ?? [])).toEqual([]);
  });

  test('has the Node of the image, and the source at the folder of the editor', () => {
    const [, version] = /^FROM node:(\d+)/m.exec(read('Dockerfile')) ?? [];
    expect(composed[container.service]?.image).toBe(`node:${version}`);
    expect(composed[container.service]?.volumes).toEqual([`..:${container.workspaceFolder}:cached`]);
  });

  test('forwards the ports of the server and of the mailbox, which are those without a setting', () => {
    const { port, email } = readConfig({});
    expect(container.forwardPorts).toEqual([port, email.mailboxPort]);
    expect(Object.keys(container.portsAttributes)).toEqual(container.forwardPorts.map(String));
  });

  testWith('bash', 'openssl')('makes a secret at first, and keeps it', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
    const command = container.postCreateCommand.replace('npm ci', 'true');
    const secretAfter = () => {
      execFileSync(pathOf('bash'), ['-c', command], { cwd: folder });
      return readFileSync(path.join(folder, '.env'), 'utf8');
    };
    const first = secretAfter();
    expect(readConfig({ ...env, ...parseEnv(first) }).secret).not.toBeNull();
    expect(secretAfter()).toBe(first);
    rmSync(folder, { recursive: true });
  });
});
