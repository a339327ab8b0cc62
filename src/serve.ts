// Must be imported before the GraphQL API, whose decorators need this module when they are loaded.
import 'reflect-metadata';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { loadHashEngine } from './accounts/passwords/hash-engine';
import { createPasswordHasher } from './accounts/passwords/password-hasher';
import { createApp } from './app';
import { type Config, readConfig } from './compose/config';
import { offerSetUpPage } from './compose/offer-set-up-page';
import { createServices, type Services } from './compose/services';
import { isNew, openServerStores } from './compose/stores';
import { mailLine, setUpLine, welcome } from './compose/welcome';
import { ConfigError } from './platform/config/config-error';
import { readEnvironment } from './platform/config/environment';
import { describeMisspelled } from './platform/config/merge-settings';
import { DroppedConnections } from './platform/http/dropped-connections';
import { droppedConnectionMetrics } from './platform/http/dropped-connections.metrics';
import { listen, tryAddress } from './platform/http/listen';
import { serveMetrics } from './platform/http/metrics-server';
import { createServer } from './platform/http/server';
import { createLog, type Log } from './platform/observability/log';
import { readableLines } from './platform/observability/readable-lines';
import { logIfSlow } from './platform/observability/slow-step';
import { loadTraces } from './platform/observability/trace-packages';

/**
 * How many connections the kernel may accept before the process does. Clients of further connections try again a second
 * later. Linux limits this number (net.core.somaxconn).
 */
const backlog = 4096;
/**
 * How long the parts of a stop take at most, in ms: serving until proxies use other instances, then answering the requests
 * in flight, then closing. systemd, Compose and Kubernetes wait for the sum.
 */
const stopMs = { serving: 5_000, answering: 20_000, closing: 15_000 };

// Its library is only loaded with METRICS_PORT.
const metricsModule = () =>
  require('./platform/observability/metrics') as typeof import('./platform/observability/metrics.js');

/**
 * Serves until the process is asked to stop, and then ends the process. The exit code is 0 after a stop, 2 if a setting
 * is wrong, and else 1. `thread-pool.ts` must have been imported before.
 */
export function serve(): Promise<never> {
  return run().then(() => process.exit(0), fail);
}

async function run(): Promise<void> {
  // V8 lets the heap grow to four times of what is in use before it frees the garbage in it, and this server uses 50 MB. With 60 %
  // more, the memory at the peak is 80 MB less, and the CPU time the same (`bench/memory.ts`). Set earlier, it would make the start longer.
  setFlagsFromString('--heap-growing-percent=60');
  const config = readConfig(readEnvironment());
  // Programs read JSON: files, pipes, systemd and containers get it.
  const isForPeople = process.stdout.isTTY && !config.production;
  const log = createLog(config.logLevel, isForPeople ? readableLines((line) => process.stdout.write(line)) : undefined);
  for (const variable of config.misspelled) log.warn(describeMisspelled(variable));
  // Node would print the whole error, and an error of a driver can contain a row.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error, probably a bug: the process ends');
    process.exit(1);
  });
  const stopped = stopSignal();

  const traces = config.traces && loadTraces(config.traces).openTraces(config.traces, log);
  const address = { host: config.host, port: config.port };
  // Creating the database takes seconds. An existing one does not, and may have clients that already connect.
  if (isNew(config)) {
    await tryAddress(address, '');
    if (config.metrics) await tryAddress(config.metrics, 'METRICS_');
  }

  // V8 compiles PGlite in the background, which would slow down the measurement, so the measurement comes first.
  const hashEngine = await loadHashEngine(config.hashEngine);
  const hasher = await logIfSlow(log, 'measuring the hash', () =>
    createPasswordHasher(hashEngine, config.hashConcurrency),
  );
  // Creating the database blocks the event loop, so `logIfSlow` could not report it in time.
  if (isNew(config)) log.info('creating the embedded database');
  const stores = await logIfSlow(log, 'opening the database', () => openServerStores(config, log));
  const services = createServices({ config, stores, hasher, log });
  // Not in the log, which is kept and copied. There is a mailbox only in development.
  services.mailbox?.onMail((mail) => process.stderr.write(mailLine(mail)));
  const dropped = new DroppedConnections(log);
  const dropMetrics = droppedConnectionMetrics(dropped);
  const metrics = config.metrics && metricsModule().createMetrics([...services.metrics, ...dropMetrics]);
  const metricsServer = metrics && (await serveMetrics(metrics, config.metrics.host, config.metrics.port, log));
  const observers = [metrics, traces].flatMap((watcher) => (watcher ? [watcher.observe] : []));
  const app = await createApp(services, config, log, observers);
  const server = createServer(app.handler, {
    maxConnections: config.maxConnections,
    maxConnectionsPerAddress: config.maxConnectionsPerAddress,
    trustedNetworks: config.trustedNetworks,
    onDropped: (limit, ip) => dropped.record(limit, ip),
    messages: app.messages,
  });
  await listen(server, { ...address, backlog }, '');
  const { port } = server.address() as AddressInfo;
  const mailbox = await app.openMailbox();
  log.info({ host: config.host, port, database: config.database.kind }, 'listening');

  const prepared = services.readiness.prepare(stopped).then(
    () => announce(config, services, { port, mailbox }, log),
    (error: unknown) => {
      if (!stopped.aborted) fail(error);
    },
  );

  if (!stopped.aborted) await once(stopped, 'abort');
  log.info({ signal: stopped.reason }, 'stopping: the requests in progress are finished first');
  const servingMs = config.production && services.readiness.isReady ? stopMs.serving : 0;
  services.readiness.stop();
  // A migration that has started is also finished.
  await Promise.all([server.drain(stopMs.answering, servingMs), Promise.race([prepared, delay(stopMs.answering)])]);
  setTimeout(() => fail(new Error('the stop took too long')), stopMs.closing).unref();
  metricsServer?.close();
  await traces?.close();
  await app.close();
  await services.close();
  await stores.close();
  log.info('stopped');
}

/** Aborts when the process is asked to stop. A signal can arrive twice: a terminal sends it to npm too, which forwards it. */
function stopSignal(): AbortSignal {
  const stopped = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopped.abort(signal));
  return stopped.signal;
}

/** Says that the server is ready, and to a developer what to do first. */
async function announce(
  config: Config,
  { administration }: Pick<Services, 'administration'>,
  { port, mailbox }: { port: number; mailbox: string | null },
  log: Log,
): Promise<void> {
  log.info('ready');
  if (config.email.transport === 'none') {
    log.warn('no mail is sent, because SMTP_URL is not set: users cannot verify an address or reset a password');
  }
  const setUp = administration && (await offerSetUpPage(administration, config, log));
  const text = config.production ? setUp && setUpLine(setUp) : welcome(config, port, { setUp, mailbox });
  if (text) process.stderr.write(text);
}

/** Ends the process and prints what is wrong with the settings or the database. */
function fail(error: unknown): never {
  if (error instanceof ConfigError) {
    const problems = error.problems.map((problem) => `  ${problem}\n`).join('');
    process.stderr.write(`Gatehouse cannot start. Correct these settings:\n${problems}`);
    process.exit(2);
  }
  process.stderr.write(`Gatehouse cannot continue: ${error instanceof Error ? error.message : 'unknown error'}\n`);
  process.exit(1);
}
