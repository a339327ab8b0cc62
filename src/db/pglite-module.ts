import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

/**
 * Compiles PGlite's WebAssembly module for `openEmbedded`. From the next turn of the event loop, V8 compiles in its own
 * threads. The caller can load other modules at the same time. By default, V8 compiles each function at its first call
 * while the database opens, in the thread of the call.
 */
export async function compilePglite(): Promise<WebAssembly.Module> {
  const file = path.join(path.dirname(require.resolve('@electric-sql/pglite')), 'pglite.wasm');
  setFlagsFromString('--no-wasm-lazy-compilation');
  try {
    return await WebAssembly.compile(readFileSync(file));
  } finally {
    setFlagsFromString('--wasm-lazy-compilation');
  }
}
