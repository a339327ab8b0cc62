import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  argon2Version,
  binaryDir,
  binaryFile,
  recordFile,
  sha256Of,
  type TunedRecord,
  thisSystem,
  tunedDir,
} from '../auth/argon2-binary';
import { cpuFeatures, type March, neededFeatures } from '../auth/cpu';
import { inheritedEnvironment } from '../environment';
import type { TrialReport } from './argon2-trial';

export interface Tuned {
  record: TunedRecord;
  /** Hashes a second. */
  before: number;
  after: number;
}

/**
 * Builds argon2 for a CPU beside the prebuilt binary, proves it, and puts it in its place. Whatever fails leaves what was
 * there.
 * @throws Error whose message says what is missing
 */
export function buildTuned(packageDir: string, march: March, progress: (line: string) => void): Tuned {
  const features = cpuFeatures();
  const needs = neededFeatures(march, features);
  refuseImpossible(march, needs, features);
  const tools = findTools();
  mkdirSync(tunedDir(packageDir), { recursive: true });
  // Within node_modules, so that argon2's dependencies are found and the result is a rename away.
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
    progress('proving and measuring the new one');
    const after = trial(packageDir, { ARGON2_PREBUILD: work }, before.hash);
    if (!after.file.startsWith(work)) throw new Error(`argon2 loaded ${after.file}, not what was built`);
    const [was, is] = [before, after].map(({ hashesPerSecond }) => hashesPerSecond.toFixed(0));
    if (after.hashesPerSecond <= before.hashesPerSecond) {
      throw new Error(`it is no faster than the prebuilt binary (${is} hashes a second, ${was} before)`);
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
  // First, so that no start finds half of it.
  rmSync(recordFile(packageDir), { force: true });
  rmSync(tunedDir(packageDir), { recursive: true, force: true });
  return there;
}

function refuseImpossible(march: March, needs: readonly string[], features: ReadonlySet<string>): void {
  if (!['linux', 'darwin'].includes(process.platform) || !['x64', 'arm64'].includes(process.arch)) {
    throw new Error(`tune is for Linux and macOS on x64 and arm64; this is ${thisSystem()}`);
  }
  if (needs.length === 0) throw new Error('the system does not say what its CPU can do');
  if (march === 'native') return;
  if (thisSystem() !== 'linux-x64') throw new Error(`--march ${march} is for linux-x64; here it is native`);
  const missing = needs.filter((feature) => !features.has(feature));
  if (missing.length > 0) {
    throw new Error(`this CPU cannot run what is built for ${march}, so it cannot be proven: no ${missing.join(', ')}`);
  }
}

interface Tools {
  nodeGyp: string;
  /** Has include/node. */
  nodeDir: string;
}

function findTools(): Tools {
  const env = inheritedEnvironment();
  const runs = (command: string | undefined, ...args: string[]) =>
    command !== undefined && command !== '' && spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  // CXX can be a command with arguments.
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
  // Of clang for ARM, only newer ones know -march=native.
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
  const said = `${built.stderr}\n${built.stdout}`.match(/^.*\b(?:error|ERR! stack)\b:?\s*(.+)$/m)?.[1];
  throw new Error(`argon2 could not be compiled: ${said ?? endOf(built)}`);
}

/** @throws Error if the binary is wrong, or ends the process */
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
