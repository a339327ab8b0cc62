import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1';
import type { ConfigMap, Service } from 'kubernetes-types/core/v1';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1';
import { parseAllDocuments } from 'yaml';
import { readConfig, settings } from '../src/compose/config';
import { readPage } from './support/doc-pages';
import { startGatehouse, testSecret } from './support/gatehouse';
import { describeWith, pathOf } from './support/needs';

/** Checks of docs/operate/kubernetes, rendered by kubectl, without a cluster. */
const root = path.join(__dirname, '..');
const base = path.join(root, 'docs/operate/kubernetes');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

interface Objects {
  ConfigMap: ConfigMap;
  Deployment: Deployment;
  NetworkPolicy: NetworkPolicy;
  PodDisruptionBudget: PodDisruptionBudget;
  Service: Service;
}
/** The module of `kubernetes-types` that has the type of an object. */
const modules: Record<keyof Objects, string> = {
  ConfigMap: 'core/v1',
  Deployment: 'apps/v1',
  NetworkPolicy: 'networking/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'core/v1',
};

function render(folder: string): Objects {
  const text = execFileSync(pathOf('kubectl'), ['kustomize', folder], { encoding: 'utf8' });
  const objects = parseAllDocuments(text).map((document) => document.toJS() as { kind: string });
  const byKind = Object.fromEntries(objects.map((object) => [object.kind, object]));
  // One object of each kind, so none hides another. No kind Secret: the files contain no secret.
  expect(objects.map(({ kind }) => kind).sort()).toEqual(Object.keys(modules));
  return byKind as unknown as Objects;
}

/** The errors of the compiler for objects as literals, in which it also rejects unknown fields. */
function typeErrors(objects: Objects): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-kubernetes-'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const lines = Object.entries(modules).flatMap(([kind, module]) => [
    `import type { ${kind} } from 'kubernetes-types/${module}';`,
    `export const a${kind}: Required<Pick<${kind}, 'apiVersion' | 'kind'>> & ${kind} = ${JSON.stringify(objects[kind as keyof Objects], null, 2)};`,
  ]);
  writeFileSync(path.join(folder, 'objects.ts'), lines.join('\n'));
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', skipLibCheck: true, types: [] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['objects.ts'] }));
  const { stdout, error } = spawnSync(path.join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  if (error) throw error;
  return stdout;
}

describeWith('kubectl')('the base for Kubernetes', () => {
  let objects: Objects;
  beforeAll(() => {
    objects = render(base);
  });

  const podTemplate = () => objects.Deployment.spec?.template;
  const pod = () => podTemplate()?.spec;
  const container = () => {
    const containers = pod()?.containers ?? [];
    expect(containers).toHaveLength(1);
    return containers[0];
  };
  const portOf = (name: unknown) => container()?.ports?.find((port) => port.name === name)?.containerPort;

  test('each object has only the fields of its kind, with values of their types', () => {
    expect(typeErrors(objects)).toBe('');
  });

  test.each([
    ['a misspelt field', '"failureThreshold":3', '"failureThresholds":3', 'failureThresholds'],
    ['a field in another place', '"maxUnavailable":0', '"minReadySeconds":0', 'minReadySeconds'],
    ['a text for a number', '"replicas":2', '"replicas":"2"', "'string' is not assignable to type 'number'"],
    ['another version', '"apiVersion":"policy/v1"', '"apiVersion":"policy/v1beta1"', 'policy/v1beta1'],
  ])('%s is rejected', (_mistake, right, wrong, message) => {
    const text = JSON.stringify(objects);
    expect(text).toContain(right);
    expect(typeErrors(JSON.parse(text.replace(right, wrong)))).toContain(message);
  });

  test('Gatehouse starts with the settings of the base, and each name is a setting', () => {
    const fromFields = (container()?.env ?? []).map(({ name, valueFrom }) => {
      expect(valueFrom?.resourceFieldRef?.resource).toBe('requests.cpu');
      return [name, container()?.resources?.requests?.cpu];
    });
    const env = { ...(objects.ConfigMap.data ?? {}), ...Object.fromEntries(fromFields) };
    expect(settings.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(env)));
    const secrets = {
      DATABASE_URL: 'postgresql://gatehouse:password@postgres/gatehouse',
      GATEHOUSE_SECRET: testSecret,
    };
    const config = readConfig({ NODE_ENV: 'production', ...env, ...secrets });
    expect(config.hashConcurrency).toBe(2);
    expect(portOf('http')).toBe(config.port);
    expect(portOf('metrics')).toBe(config.metrics?.port);
    expect(config.trustProxy).toBe(1);
    // The secret of the operator and the generated ConfigMap.
    expect(container()?.envFrom).toEqual([
      { configMapRef: { name: objects.ConfigMap.metadata?.name } },
      { secretRef: { name: 'gatehouse' } },
    ]);
    // Kubernetes would set GATEHOUSE_PORT and others, which look like settings.
    expect(pod()?.enableServiceLinks).toBe(false);
  });

  test('each probe asks a path that Gatehouse answers, and a database that is away restarts no pod', async () => {
    const gatehouse = await startGatehouse();
    const probes = [container()?.startupProbe, container()?.livenessProbe, container()?.readinessProbe];
    for (const probe of probes) {
      expect(probe?.httpGet?.port).toBe('http');
      expect((await fetch(`${gatehouse.url}${probe?.httpGet?.path}`)).status).toBe(200);
    }
    await gatehouse.stop();
    expect(probes.map((probe) => probe?.httpGet?.path)).toEqual(['/healthz', '/healthz', '/readyz']);
    // Without a database, /readyz answers after three seconds.
    expect(container()?.readinessProbe?.timeoutSeconds).toBeGreaterThan(3);
  });

  test('an update starts a new pod before it stops an old one', () => {
    expect(objects.Deployment.spec?.strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
  });

  test('the Service, the budget, the spread and the network policy select the pods, and their ports exist', () => {
    const labels = podTemplate()?.metadata?.labels ?? {};
    expect(Object.keys(labels)).not.toEqual([]);
    const selectors = [
      objects.Deployment.spec?.selector.matchLabels,
      objects.PodDisruptionBudget.spec?.selector?.matchLabels,
      objects.NetworkPolicy.spec?.podSelector.matchLabels,
      objects.Service.spec?.selector,
      ...(pod()?.topologySpreadConstraints ?? []).map(({ labelSelector }) => labelSelector?.matchLabels),
    ];
    expect(selectors).toEqual(Array(6).fill(labels));
    const topology = pod()?.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey);
    expect(topology).toEqual(['kubernetes.io/hostname', 'topology.kubernetes.io/zone']);
    const rules = objects.NetworkPolicy.spec?.ingress ?? [];
    const ports = [...(objects.Service.spec?.ports ?? []).map(({ targetPort }) => targetPort)];
    for (const { from, ports: allowed } of rules) {
      // A rule without a source would let every pod in.
      expect(from).not.toEqual([]);
      ports.push(...(allowed ?? []).map(({ port }) => port));
    }
    expect(ports).toEqual(['http', 'http', 'metrics']);
    for (const port of ports) expect(portOf(port)).toBeGreaterThan(0);
    // One pod can be away, so there must be two.
    expect(objects.PodDisruptionBudget.spec?.maxUnavailable).toBe(1);
    expect(objects.Deployment.spec?.replicas).toBeGreaterThan(1);
  });

  test('the pods run as the user of the image, with no more rights than the server needs', () => {
    const [, user, group] = /^USER (\d+):(\d+)$/m.exec(read('Dockerfile')) ?? [];
    expect(pod()?.securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: Number(user),
      runAsGroup: Number(group),
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container()?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod()?.automountServiceAccountToken).toBe(false);
  });

  test('the memory is enough for a server under load and its hashes', () => {
    const { requests = {}, limits = {} } = container()?.resources ?? {};
    const bytes = (quantity = '') => Number(/^(\d+)Mi$/.exec(quantity)?.[1]) * 2 ** 20;
    // The bound of bench/memory.ts, and the memory of each hash.
    const needed = 300e6 + Number(requests.cpu) * 19 * 2 ** 20;
    expect(bytes(requests.memory)).toBeGreaterThan(needed);
    expect(bytes(limits.memory)).toBeGreaterThan(bytes(requests.memory));
    // A limit of the CPU would also stop the thread that answers cheap requests.
    expect(limits.cpu).toBeUndefined();
  });

  test('the overlay of the page changes the image and the settings', () => {
    const overlay = readPage('docs/operate/kubernetes.md').find(({ language }) => language === 'yaml')?.text ?? '';
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-overlay-'));
    const documented = 'resources: [base]';
    expect(overlay).toContain(documented);
    // Kustomize accepts no absolute path. The kubectl of Debian 12 knows a folder only as `bases`.
    const adapted = overlay.replace(documented, `bases: [${path.relative(folder, base)}]`);
    writeFileSync(path.join(folder, 'kustomization.yaml'), adapted);
    const changed = render(folder);
    rmSync(folder, { recursive: true });
    expect(typeErrors(changed)).toBe('');
    expect(changed.Deployment.spec?.template.spec?.containers[0]?.image).toMatch(/^registry\.example\.com\/gatehouse:/);
    expect(changed.ConfigMap.data).toMatchObject({ PUBLIC_URL: 'https://id.example.org', METRICS_PORT: '9464' });
    expect(changed.ConfigMap.metadata?.name).not.toBe(objects.ConfigMap.metadata?.name);
  });
});
