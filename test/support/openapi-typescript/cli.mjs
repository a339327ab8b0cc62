#!/usr/bin/env node
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

// The package exports its main module, but not its command.
const manifest = createRequire(import.meta.url).resolve('openapi-typescript/package.json');
await import(new URL('bin/cli.js', pathToFileURL(manifest)));
