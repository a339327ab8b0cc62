import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { inheritedEnvironment, withVariable } from '../config/environment';
import { cpuFeatures } from './cpu';

export type Argon2 = typeof import('argon2');

/** `own`: the operator named it in `ARGON2_PREBUILD`, or built it in argon2's build/ folder. */
export type BinaryKind = 'tuned' | 'prebuilt' | 'own';

export interface LoadedArgon2 {
  argon2: Argon2;
  binary: BinaryKind;
  /** Why the tuned binary was not used, if there is one. */
  passedOver?: string;
}

const tunedRecord = z.object({
  /** The argon2 version that was built. */
  argon2: z.string(),
  /** Platform and architecture in Node's terms, for example `linux-x64`. */
  system: z.string(),
  march: z.string(),
  /** SHA-256 of the binary, in hex. The folder of the binary is named after the first 16 digits. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Features that the CPU must have, as `cpuFeatures` names them. */
  needs: z.array(z.string()).min(1),
});
/** The content of `tuned/tuned.json`, which `gatehouse tune` writes. */
export type TunedRecord = z.infer<typeof tunedRecord>;

export interface Surroundings {
  argon2: string;
  system: string;
  features: ReadonlySet<string>;
  /** Of the tuned binary; null if there is none. */
  sha256: string | null;
}

export const argon2Dir = (): string => path.dirname(require.resolve('argon2/package.json'));
// Not in build/: argon2 would load the binary from there by itself, on every CPU.
export const tunedDir = (packageDir: string): string => path.join(packageDir, 'tuned');
export const recordFile = (packageDir: string): string => path.join(tunedDir(packageDir), 'tuned.json');
/**
 * The value for `ARGON2_PREBUILD`. Each binary has its own folder, so renaming the record switches from one to the
 * next.
 */
export const binaryDir = (packageDir: string, sha256: string): string =>
  path.join(tunedDir(packageDir), sha256.slice(0, 16));
export const binaryFile = (dir: string): string => path.join(dir, 'build/Release/argon2.node');

export const sha256Of = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
export const thisSystem = (): string => `${process.platform}-${process.arch}`;
export function argon2Version(packageDir: string): string {
  return z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8'))).version;
}

/**
 * Why the tuned binary must not be loaded here; null if it may be loaded. An unsupported instruction ends the process.
 */
export function reasonAgainst(record: TunedRecord, here: Surroundings): string | null {
  if (record.argon2 !== here.argon2) return `it was built from argon2 ${record.argon2}, not ${here.argon2}`;
  if (record.system !== here.system) return `it was built for ${record.system}, not ${here.system}`;
  const missing = record.needs.filter((feature) => !here.features.has(feature));
  if (missing.length > 0) {
    const more = missing.length > 5 ? ` and ${missing.length - 5} more` : '';
    return `it was built for a CPU with ${missing.slice(0, 5).join(', ')}${more}`;
  }
  return record.sha256 === here.sha256 ? null : 'the file was changed since it was tested';
}

/**
 * Loads argon2 with the tuned binary if that runs here, else with the binary that argon2 finds by itself. If the
 * operator has set argon2's own variables, these decide.
 */
export function loadArgon2(packageDir = argon2Dir()): LoadedArgon2 {
  const { ARGON2_PREBUILD, PREBUILDS_ONLY } = inheritedEnvironment();
  const byItself = (): LoadedArgon2 => ({
    argon2: require(packageDir) as Argon2,
    binary: ARGON2_PREBUILD || (!PREBUILDS_ONLY && hasOwnBuild(packageDir)) ? 'own' : 'prebuilt',
  });
  if (ARGON2_PREBUILD || PREBUILDS_ONLY || !existsSync(recordFile(packageDir))) return byItself();
  try {
    const record = tunedRecord.parse(JSON.parse(readFileSync(recordFile(packageDir), 'utf8')));
    const dir = binaryDir(packageDir, record.sha256);
    const reason = reasonAgainst(record, {
      argon2: argon2Version(packageDir),
      system: thisSystem(),
      features: cpuFeatures(),
      sha256: existsSync(binaryFile(dir)) ? sha256Of(binaryFile(dir)) : null,
    });
    if (reason !== null) return { ...byItself(), passedOver: reason };
    return { argon2: withVariable('ARGON2_PREBUILD', dir, () => require(packageDir) as Argon2), binary: 'tuned' };
  } catch (error) {
    // For example another libc than on the machine that built the binary, or a truncated record. The start continues
    // without it.
    const what =
      error instanceof z.ZodError || error instanceof SyntaxError ? 'its record is unreadable' : String(error);
    return { ...byItself(), passedOver: what };
  }
}

const hasOwnBuild = (packageDir: string): boolean =>
  ['build/Release', 'build/Debug'].some((folder) => {
    const dir = path.join(packageDir, folder);
    return existsSync(dir) && readdirSync(dir).some((file) => file.endsWith('.node'));
  });
