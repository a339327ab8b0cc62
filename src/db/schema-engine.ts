import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';

/** What is used of the global that neither ES2023 nor Node's types declare. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

/** Runs a whole SQL script as one simple query, so in one implicit transaction: it is applied whole or not at all. */
export type RunScript = (script: string) => Promise<unknown>;

/** Prisma's schema engine in its WebAssembly form (nothing is downloaded), on a given database and for a given schema. */
export async function createSchemaEngine(
  factory: SqlMigrationAwareDriverAdapterFactory,
  runScript: RunScript,
  datamodel: string,
): Promise<SchemaEngine> {
  loading ??= loadEngine();
  const engine = await loading;
  const ignoreLog = () => {};
  return engine.SchemaEngine.new(
    { datamodels: [['schema.prisma', datamodel]] },
    ignoreLog,
    bindMigrationAwareSqlAdapterFactory(withWholeScripts(factory, runScript)),
  );
}

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');

/** Once a process: the module's bindings know one instance, and would free the objects of another in its memory. */
let loading: Promise<EngineModule> | undefined;

async function loadEngine(): Promise<EngineModule> {
  const engine = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasm = await readFile(
    path.join(path.dirname(require.resolve('@prisma/schema-engine-wasm')), 'schema_engine_bg.wasm'),
  );
  // The package's own entry point imports the .wasm file as a module, which Node 20 cannot.
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': { ...engine } });
  engine.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return engine;
}

/**
 * The adapters' own executeScript cannot be trusted with a migration: that of PostgreSQL cuts the script at every
 * semicolon, also one in a string, and that of PGlite neither waits nor reports an error.
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
