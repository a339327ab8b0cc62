import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inheritedEnvironment } from '../config/environment';
import {
  argon2Version,
  binaryDir,
  binaryFile,
  recordFile,
  sha256Of,
  type TunedRecord,
  thisSystem,
  tunedDir,
} from './argon2-binary';
import type { TrialReport } from './argon2-trial';
import { cpuFeatures, type March, neededFeatures } from './cpu';

export interface Tuned {
  record: TunedRecord;
  /** Hashes per second. */
  before: number;
  after: number;
}

/**
 * Builds argon2 for a CPU next to the prebuilt binary, tests the result, and installs it. If a step fails, the
 * installed binary stays.
 * @throws Error whose message says what is missing
 */
export function buildTuned(packageDir: string, march: March, progress: (line: string) => void): Tuned {
  const features = cpuFeatures();
  const needs = neededFeatures(march, features);
  rejectImpossible(march, needs, features);
  const tools = findTools();
  mkdirSync(tunedDir(packageDir), { recursive: true });
  // Inside node_modules, so that argon2's dependencies are found and a rename installs the result.
  const work = mkdtempSync(path.join(tunedDir(packageDir), 'build-'));
  try {
    const version = argon2Version(packageDir);
    progress(`compiling argon2 ${version} with -march=${march}`);
    for (const part of ['package.json', 'binding.gyp', 'argon2.cpp', 'argon2']) {
      cpSync(path.join(packageDir, part), path.join(work, part), { recursive: true });
    }
    compile(work, march, tools);

    progress('measuring the prebuilt binary');
    const before = trial(packageDir, { PREBUILDS_ONLY: '1' });
    progress('testing and measuring the new binary');
    const after = trial(packageDir, { ARGON2_PREBUILD: work }, before.hash);
    if (!after.file.startsWith(work)) throw new Error(`argon2 loaded ${after.file}, not the new binary`);
    const [was, is] = [before, after].map(({ hashesPerSecond }) => hashesPerSecond.toFixed(0));
    if (after.hashesPerSecond <= before.hashesPerSecond) {
      throw new Error(`the new binary is no faster than the prebuilt one (${is} hashes a second, ${was} before)`);
    }
    const sha256 = sha256Of(binaryFile(work));
    const record: TunedRecord = { argon2: version, system: thisSystem(), march, sha256, needs };
    putInPlace(packageDir, work, record);
    return { record, before: before.hashesPerSecond, after: after.hashesPerSecond };
  } finally {
    rmSync(work, { recursive: true, force: true });
    if (!existsSync(recordFile(packageDir))) rmSync(tunedDir(packageDir), { recursive: true, force: true });
  }
}

/** False if there was nothing to remove. */
export function removeTuned(packageDir: string): boolean {
  const there = existsSync(tunedDir(packageDir));
  // The record is removed first, so that no start finds half an installation.
  rmSync(recordFile(packageDir), { force: true });
  rmSync(tunedDir(packageDir), { recursive: true, force: true });
  return there;
}

function rejectImpossible(march: March, needs: readonly string[], features: ReadonlySet<string>): void {
  if (!['linux', 'darwin'].includes(process.platform) || !['x64', 'arm64'].includes(process.arch)) {
    throw new Error(`tune is for Linux and macOS on x64 and arm64; this is ${thisSystem()}`);
  }
  if (needs.length === 0) throw new Error('the system does not report the features of its CPU');
  if (march === 'native') return;
  if (thisSystem() !== 'linux-x64') throw new Error(`--march ${march} is for linux-x64; use native here`);
  const missing = needs.filter((feature) => !features.has(feature));
  if (missing.length > 0) {
    throw new Error(
      `this CPU cannot run what is built for ${march}, so the binary cannot be tested: no ${missing.join(', ')}`,
    );
  }
}

interface Tools {
  nodeGyp: string;
  /** The folder that contains include/node. */
  nodeDir: string;
}

function findTools(): Tools {
  const env = inheritedEnvironment();
  const runs = (command: string | undefined, ...args: string[]) =>
    command !== undefined && command !== '' && spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  // CXX can contain arguments.
  const first = (command: string | undefined) => command?.trim().split(/\s+/)[0];
  if (!runs(first(env.CC) || 'cc', '--version')) throw new Error('no C compiler: install gcc or clang');
  if (!runs(first(env.CXX) || (process.platform === 'linux' ? 'g++' : 'c++'), '--version')) {
    throw new Error('no C++ compiler: install g++ or clang');
  }
  if (!runs(first(env.MAKE) || 'make', '--version')) throw new Error('no make: install it');
  const pythons = [env.npm_config_python, env.PYTHON, 'python3', 'python'];
  if (!pythons.some((python) => runs(python, '--version'))) throw new Error('no Python: install python3');

  const prefix = path.dirname(path.dirname(process.execPath));
  const nodeDir = env.npm_config_nodedir || prefix;
  const header = path.join(nodeDir, 'include/node/node_api.h');
  if (!existsSync(header)) {
    throw new Error(`no headers of Node: ${header} is missing; name the folder above include/ in npm_config_nodedir`);
  }
  const nodeGyp = [
    env.npm_config_node_gyp,
    path.join(prefix, 'lib/node_modules/npm/node_modules/node-gyp/bin/node-gyp.js'),
  ].find((file) => file && existsSync(file));
  if (!nodeGyp) throw new Error('no node-gyp, which npm brings: run it as npm run tune');
  return { nodeGyp, nodeDir };
}

function compile(work: string, march: March, { nodeGyp, nodeDir }: Tools): void {
  const env = inheritedEnvironment();
  // On ARM only newer versions of clang support -march=native.
  const tuning = `-O3 ${process.arch === 'arm64' ? '-mcpu' : '-march'}=${march}`;
  const flags = (inherited: string | undefined) => [inherited, tuning].filter(Boolean).join(' ');
  const built = spawnSync(process.execPath, [nodeGyp, 'rebuild', '--release', `--nodedir=${nodeDir}`], {
    cwd: work,
    env: { ...env, CFLAGS: flags(env.CFLAGS), CXXFLAGS: flags(env.CXXFLAGS) },
    encoding: 'utf8',
    timeout: 600_000,
    maxBuffer: 64 << 20,
  });
  if (built.status === 0 && existsSync(binaryFile(work))) return;
  const compilerError = `${built.stderr}\n${built.stdout}`.match(/^.*\b(?:error|ERR! stack)\b:?\s*(.+)$/m)?.[1];
  throw new Error(`argon2 could not be compiled: ${compilerError ?? endOf(built)}`);
}

/** @throws Error if the binary computes a wrong hash or ends the process */
function trial(packageDir: string, variables: Record<string, string>, otherHash?: string): TrialReport {
  const script = path.join(__dirname, `argon2-trial${path.extname(__filename)}`);
  const { ARGON2_PREBUILD: _prebuild, PREBUILDS_ONLY: _only, ...env } = inheritedEnvironment();
  const args = [...process.execArgv, script, packageDir, ...(otherHash ? [otherHash] : [])];
  const ended = spawnSync(process.execPath, args, { env: { ...env, ...variables }, encoding: 'utf8', timeout: 60_000 });
  if (ended.status === 0) return JSON.parse(ended.stdout) as TrialReport;
  throw new Error(`the trial of the binary failed: ${ended.stderr.trim().split('\n')[0] || endOf(ended)}`);
}

const endOf = (ended: SpawnSyncReturns<string>): string =>
  ended.error?.message ?? (ended.signal ? `it ended by ${ended.signal}` : `it ended with ${ended.status}`);

function putInPlace(packageDir: string, work: string, record: TunedRecord): void {
  const dir = binaryDir(packageDir, record.sha256);
  mkdirSync(path.dirname(binaryFile(dir)), { recursive: true });
  renameSync(binaryFile(work), binaryFile(dir));
  const draft = path.join(work, 'tuned.json');
  writeFileSync(draft, `${JSON.stringify(record, null, 2)}\n`);
  renameSync(draft, recordFile(packageDir));
  const kept = [path.basename(dir), path.basename(recordFile(packageDir))];
  for (const name of readdirSync(tunedDir(packageDir))) {
    if (!kept.includes(name)) rmSync(path.join(tunedDir(packageDir), name), { recursive: true, force: true });
  }
}
