import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import type { MigrationSession, RunScript } from './database';

/** The part of the global object that is used here. Neither ES2023 nor the types of Node declare it. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

/** Creates Prisma's schema engine as WebAssembly, so that no binary must be downloaded. */
export async function createSchemaEngine(
  { adapter, runScript }: MigrationSession,
  datamodel: string,
): Promise<SchemaEngine> {
  loading ??= loadEngine();
  const engine = await loading;
  const ignoreLog = () => {};
  return engine.SchemaEngine.new(
    { datamodels: [['schema.prisma', datamodel]] },
    ignoreLog,
    bindMigrationAwareSqlAdapterFactory(withWholeScripts(adapter, runScript)),
  );
}

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');

/** Loaded once per process, because the bindings of the module know only one instance. */
let loading: Promise<EngineModule> | undefined;

async function loadEngine(): Promise<EngineModule> {
  const engine = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasm = await readFile(
    path.join(path.dirname(require.resolve('@prisma/schema-engine-wasm')), 'schema_engine_bg.wasm'),
  );
  // The entry point of the package imports the .wasm file as a module, which Node 20 does not support.
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': withUnrefTimers(engine) });
  engine.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return engine;
}

/**
 * Makes timers of the engine not keep the process alive. The engine starts a timer of ten seconds for each lock, and
 * does not clear the timer when it has the lock. While the engine works, its database query keeps the process alive.
 */
function withUnrefTimers(engine: EngineModule): object {
  // The name ends with a hash that depends on the version of the engine.
  const name = Object.keys(engine).find((key) => key.startsWith('__wbg_setTimeout_'));
  if (!name) throw new Error('the schema engine imports no setTimeout');
  return { ...engine, [name]: (callback: () => void, ms: number) => setTimeout(callback, ms >>> 0).unref() };
}

/**
 * Replaces `executeScript`. The PostgreSQL adapter splits a script at every semicolon, even inside a string, and the
 * engine can only record a failed migration from an error of one form.
 */
function withWholeScripts(
  factory: SqlMigrationAwareDriverAdapterFactory,
  runScript: RunScript,
): SqlMigrationAwareDriverAdapterFactory {
  const connect = async (adapter: SqlDriverAdapter): Promise<SqlDriverAdapter> => {
    adapter.executeScript = async (script) => {
      await runScript(script).catch(rethrowForEngine);
    };
    return adapter;
  };
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => connect(await factory.connect()),
    connectToShadowDb: async () => connect(await factory.connectToShadowDb()),
  };
}

function rethrowForEngine(error: { code?: string; severity?: string; message?: string }): never {
  throw new DriverAdapterError({
    kind: 'postgres',
    code: error.code ?? 'XX000',
    severity: error.severity ?? 'ERROR',
    message: error.message ?? 'unknown error',
    detail: undefined,
    column: undefined,
    hint: undefined,
  });
}
