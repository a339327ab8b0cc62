/**
 * V8 does not optimize the WebAssembly of PGlite in this process: in one as short as those of tests, the optimization
 * takes half of the CPU time, and saves little.
 */
require('node:v8').setFlagsFromString('--liftoff-only');
