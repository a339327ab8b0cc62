import { cpuFeatures, neededFeatures, parseCpuinfo } from '../../src/argon2/cpu';

test('a feature counts if every core has it', () => {
  const cores = ['flags\t\t: fpu avx avx2', 'flags\t\t: fpu avx'].map(
    (flags) => `processor\t: 0\n${flags}\nbugs\t\t: swapgs\n`,
  );
  expect(parseCpuinfo(cores.join('\n'))).toEqual(new Set(['fpu', 'avx']));
  expect(parseCpuinfo('Features\t: fp asimd aes\n')).toEqual(new Set(['fp', 'asimd', 'aes']));
  expect(parseCpuinfo('')).toEqual(new Set());
});

test('a binary that is built for this CPU needs all its features, and its model', () => {
  expect(neededFeatures('native', new Set(['sse2', 'avx', 'model:x']))).toEqual(['avx', 'model:x', 'sse2']);
  expect([...cpuFeatures()]).toEqual(expect.arrayContaining([expect.stringMatching(/^model:./)]));
});

test('a level needs the features of the level, on whatever CPU it was built', () => {
  const v3 = neededFeatures('x86-64-v3', new Set(['avx512f']));
  expect(v3).toEqual(expect.arrayContaining(['abm', 'avx', 'avx2', 'bmi1', 'bmi2', 'f16c', 'fma', 'movbe', 'ssse3']));
  expect(v3).not.toContain('avx512f');
  expect(neededFeatures('x86-64-v4', new Set())).toEqual(expect.arrayContaining([...v3, 'avx512f', 'avx512vl']));
});
