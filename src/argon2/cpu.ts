import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** The CPU that the compiler builds for: this one, or a level of the x86-64 psABI. */
export const marches = ['native', 'x86-64-v3', 'x86-64-v4'] as const;
export type March = (typeof marches)[number];

const v2 = ['cx16', 'lahf_lm', 'pni', 'popcnt', 'sse4_1', 'sse4_2', 'ssse3'];
const v3 = [...v2, 'abm', 'avx', 'avx2', 'bmi1', 'bmi2', 'f16c', 'fma', 'movbe', 'xsave'];
const v4 = [...v3, 'avx512bw', 'avx512cd', 'avx512dq', 'avx512f', 'avx512vl'];
/** As /proc/cpuinfo names them. */
const levels: Readonly<Record<Exclude<March, 'native'>, readonly string[]>> = { 'x86-64-v3': v3, 'x86-64-v4': v4 };

/**
 * The features that a CPU must have to run a binary that was built for `march` on a CPU with the features `builtOn`.
 */
export function neededFeatures(march: March, builtOn: ReadonlySet<string>): string[] {
  // The compiler does not report which features it used, so all are required, and the model for those the kernel does
  // not list.
  return march === 'native' ? [...builtOn].sort() : [...levels[march]].sort();
}

/** The features of every core in /proc/cpuinfo (none on macOS), and the model. */
export function cpuFeatures(): Set<string> {
  const features =
    process.platform === 'linux' ? parseCpuinfo(readFileSync('/proc/cpuinfo', 'utf8')) : new Set<string>();
  const model = cpus()[0]?.model.trim();
  if (model) features.add(`model:${model}`);
  return features;
}

/** The features that all cores have: `flags` on x64, `Features` on arm64. */
export function parseCpuinfo(text: string): Set<string> {
  const cores = [...text.matchAll(/^(?:flags|Features)\s*:(.*)$/gm)].map(([, list = '']) => list.trim().split(/\s+/));
  const [first = [], ...others] = cores;
  return new Set(first.filter((feature) => others.every((core) => core.includes(feature))));
}
