import { type Finding, failure, ok } from '../../src/doctor/check-result';
import { serverChecks } from '../../src/doctor/doctor';
import { Examiner } from '../../src/doctor/examiner';

const fine = (check: string): Finding => ({ check, ...ok('fine') });
const hour = 3_600_000;

test('a caller that waits too long learns which checks have not ended', async () => {
  let end = () => {};
  const second = new Promise<void>((resolve) => {
    end = resolve;
  });
  const examine = async function* () {
    yield fine('first');
    await second;
    yield fine('second');
  };
  const examiner = new Examiner(examine, () => ['first', 'second'], { waitMs: 1, keptMs: hour });
  expect(await examiner.findings()).toMatchObject([
    { check: 'first', verdict: 'ok' },
    { check: 'second', verdict: 'skipped', says: expect.stringContaining('has not ended yet') },
  ]);
  end();
  // Each caller waits a millisecond, and the run ends in one of these.
  let last = await examiner.findings();
  while (last[1]?.verdict === 'skipped') last = await examiner.findings();
  expect(last).toEqual([fine('first'), fine('second')]);
});

test('callers share one run, and its results for a while', async () => {
  let runs = 0;
  const examine = async function* () {
    runs += 1;
    yield fine('first');
  };
  const kept = new Examiner(examine, () => ['first'], { waitMs: hour, keptMs: hour });
  await Promise.all([kept.findings(), kept.findings()]);
  expect(await kept.findings()).toEqual([fine('first')]);
  expect(runs).toBe(1);
  const notKept = new Examiner(examine, () => ['first'], { waitMs: hour, keptMs: 0 });
  await notKept.findings();
  await notKept.findings();
  expect(runs).toBe(3);
});

test('a check that throws is a failure', async () => {
  const examine = async function* (): AsyncGenerator<Finding> {
    yield fine('first');
    throw new Error('a bug');
  };
  const examiner = new Examiner(examine, () => ['first'], { waitMs: hour, keptMs: hour });
  expect(await examiner.findings()).toEqual([fine('first'), { check: 'doctor', ...failure('a bug') }]);
});

test('every check has one name', () => expect(new Set(serverChecks).size).toBe(serverChecks.length));
