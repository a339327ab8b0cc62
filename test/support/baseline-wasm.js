/**
 * Turns V8's optimization of WebAssembly off in this process. In the short processes of tests, the optimization of PGlite
 * takes half of the CPU time and saves little.
 */
require('node:v8').setFlagsFromString('--liftoff-only');
