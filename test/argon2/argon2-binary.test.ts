import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  argon2Version,
  binaryDir,
  binaryFile,
  loadArgon2,
  reasonAgainst,
  recordFile,
  sha256Of,
  type TunedRecord,
  thisSystem,
} from '../../src/argon2/argon2-binary';
import { cpuFeatures } from '../../src/argon2/cpu';
import { type Argon2Copy, copyArgon2 } from '../support/argon2';

describe('reasonAgainst', () => {
  const sha256 = 'a'.repeat(64);
  const record: TunedRecord = {
    argon2: '0.44.0',
    system: 'linux-x64',
    march: 'x86-64-v3',
    sha256,
    needs: ['avx2', 'bmi2'],
  };
  const here = { argon2: '0.44.0', system: 'linux-x64', features: new Set(['avx', 'avx2', 'bmi2']), sha256 };

  test('there is none if everything matches', () => expect(reasonAgainst(record, here)).toBeNull());

  test.each([
    ['another version', { argon2: '0.45.0' }, 'it was built from argon2 0.44.0, not 0.45.0'],
    ['another architecture', { system: 'linux-arm64' }, 'it was built for linux-x64, not linux-arm64'],
    ['a CPU that lacks something', { features: new Set(['avx', 'bmi2']) }, 'it was built for a CPU with avx2'],
    ['another file', { sha256: 'b'.repeat(64) }, 'the file was changed since it was tested'],
    ['no file', { sha256: null }, 'the file was changed since it was tested'],
  ])('%s', (_, other, reason) => expect(reasonAgainst(record, { ...here, ...other })).toBe(reason));

  test('names five of many missing features', () => {
    const needs = ['avx512bw', 'avx512cd', 'avx512dq', 'avx512f', 'avx512vl', 'gfni', 'vaes'];
    expect(reasonAgainst({ ...record, needs }, here)).toBe(
      'it was built for a CPU with avx512bw, avx512cd, avx512dq, avx512f, avx512vl and 2 more',
    );
  });
});

describe('loadArgon2', () => {
  let copy: Argon2Copy;
  beforeEach(() => {
    copy = copyArgon2();
  });
  afterEach(() => copy.remove());

  const prebuilt = (): string => {
    const dir = path.join(copy.packageDir, 'prebuilds', thisSystem());
    const [file = ''] = readdirSync(dir).filter((name) => name.includes('glibc'));
    return path.join(dir, file);
  };

  /** As `gatehouse tune` leaves it; the binary is a copy of the prebuilt one. */
  function putTuned(change: Partial<TunedRecord> = {}, garbage?: string): string {
    const source = path.join(copy.root, 'binary');
    if (garbage === undefined) copyFileSync(prebuilt(), source);
    else writeFileSync(source, garbage);
    const sha256 = sha256Of(source);
    const file = binaryFile(binaryDir(copy.packageDir, sha256));
    mkdirSync(path.dirname(file), { recursive: true });
    copyFileSync(source, file);
    const record: TunedRecord = {
      argon2: argon2Version(copy.packageDir),
      system: thisSystem(),
      march: 'native',
      sha256,
      needs: [...cpuFeatures()],
      ...change,
    };
    writeFileSync(recordFile(copy.packageDir), JSON.stringify(record));
    return file;
  }

  /** The binaries of the copy that this process has loaded. */
  function loadedFiles(): string[] {
    const report = process.report?.getReport() as unknown as { sharedObjects: string[] };
    return report.sharedObjects.filter((file) => file.startsWith(copy.root));
  }

  test('takes the tuned binary where it fits', async () => {
    const file = putTuned();
    const { argon2, ...choice } = loadArgon2(copy.packageDir);
    expect(choice).toEqual({ binary: 'tuned' });
    expect(loadedFiles()).toEqual([file]);
    expect(process.env.ARGON2_PREBUILD).toBeUndefined();
    expect(await argon2.verify(await argon2.hash('a password'), 'a password')).toBe(true);
  });

  test('takes the prebuilt one where there is no other', () => {
    const { argon2: _, ...choice } = loadArgon2(copy.packageDir);
    expect(choice).toEqual({ binary: 'prebuilt' });
    expect(loadedFiles()).toEqual([prebuilt()]);
  });

  test.each([
    ['a feature that this CPU lacks', () => putTuned({ needs: ['avx9000'] }), /a CPU with avx9000/],
    ['another version', () => putTuned({ argon2: '0.45.0' }), /built from argon2 0\.45\.0/],
    ['another file', () => writeFileSync(putTuned(), 'another'), /file was changed/],
    ['a file that is no library', () => putTuned({}, 'no library'), /invalid|header|short|slice/i],
    ['an empty record', () => putTuned() && writeFileSync(recordFile(copy.packageDir), ''), /record is unreadable/],
    ['a record of nothing', () => putTuned({ needs: [] }), /record is unreadable/],
  ])('takes the prebuilt one, and says why: %s', (_, prepare, reason) => {
    prepare();
    const { argon2: __, ...choice } = loadArgon2(copy.packageDir);
    expect(choice).toEqual({ binary: 'prebuilt', passedOver: expect.stringMatching(reason) });
    expect(loadedFiles()).toEqual([prebuilt()]);
  });

  test('lets argon2 use a binary that was built by hand; a tuned one takes precedence', () => {
    const own = path.join(copy.packageDir, 'build/Release/argon2.node');
    mkdirSync(path.dirname(own), { recursive: true });
    copyFileSync(prebuilt(), own);
    expect(loadArgon2(copy.packageDir).binary).toBe('own');
    expect(loadedFiles()).toEqual([own]);
    putTuned();
    expect(loadArgon2(copy.packageDir).binary).toBe('tuned');
  });
});
