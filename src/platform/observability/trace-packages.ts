import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../config/config-error';
import type { TracesConfig } from './observability.settings';

/** Whether only traces need the package: 28 MB in all, so a release has these as optional peers. */
export const isTracePackage = (name: string): boolean => name.startsWith('@opentelemetry/');

/**
 * Returns the packages that only traces need, each as `name@version` with the tested version. They are optional peer
 * dependencies of the package of a release, and development dependencies in the project.
 */
export function tracePackages(): string[] {
  const file = path.join(__dirname, '../../../package.json');
  const {
    peerDependencies,
    devDependencies,
  }: Record<string, Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries({ ...devDependencies, ...peerDependencies })
    .filter(([name]) => isTracePackage(name))
    .map(([name, version]) => `${name}@${version}`);
}

/**
 * Loads the module that sends traces.
 * @throws ConfigError if its packages are not installed
 */
export function loadTraces({ setting }: TracesConfig): typeof import('./traces.js') {
  try {
    return require('./traces');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    const command = `npm install --save-prod ${tracePackages().join(' ')}`;
    throw new ConfigError([`${setting}: traces need packages that are not installed. Install them with: ${command}`]);
  }
}
