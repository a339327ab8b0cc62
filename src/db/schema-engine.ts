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

/** The part of the global that is used. Neither ES2023 nor Node's types declare it. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

/** Prisma's schema engine as WebAssembly (nothing is downloaded), for a given database and schema. */
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

/** Once per process: the module's bindings know only one instance, and would free objects of another one. */
let loading: Promise<EngineModule> | undefined;

async function loadEngine(): Promise<EngineModule> {
  const engine = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasm = await readFile(
    path.join(path.dirname(require.resolve('@prisma/schema-engine-wasm')), 'schema_engine_bg.wasm'),
  );
  // The package's own entry point imports the .wasm file as a module, which Node 20 does not support.
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': withUnrefTimers(engine) });
  engine.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return engine;
}

/**
 * The engine starts a timer of ten seconds for each lock that it waits for, and does not clear it when it has the lock.
 * These timers must not keep the process alive. While the engine works, a database query does.
 */
function withUnrefTimers(engine: EngineModule): object {
  // The name ends with a hash that changes with the version of the engine.
  const name = Object.keys(engine).find((key) => key.startsWith('__wbg_setTimeout_'));
  if (!name) throw new Error('the schema engine imports no setTimeout');
  return { ...engine, [name]: (callback: () => void, ms: number) => setTimeout(callback, ms >>> 0).unref() };
}

/**
 * The adapters' own executeScript does not work for migrations. PostgreSQL's splits the script at every semicolon, even
 * inside a string. PGlite's does not wait and reports no errors.
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

/** The form in which the engine records a failed migration. */
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
