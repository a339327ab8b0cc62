import { median, medianOffset } from '../../src/platform/instances/clock-offset';
import { ClockWatch } from '../../src/platform/instances/clock-watch';

describe('the median of the clocks', () => {
  test.each([
    { what: 'the database alone', offsets: [], median: 0 },
    { what: 'one instance that is off: nothing is decided, and the database counts', offsets: [300], median: 0 },
    { what: 'one of two instances is off', offsets: [0.1, 300], median: 0.1 },
    { what: 'the database is off, and two instances agree', offsets: [300, 300.2], median: 300 },
    { what: 'two groups of the same size: the group of the database', offsets: [300, 300, 0.1], median: 0.1 },
    { what: 'two groups, behind', offsets: [-300, -300, -0.1], median: -0.1 },
    { what: 'two instances are off in two directions', offsets: [300, -300], median: 0 },
  ])('$what', ({ offsets, median }) => {
    expect(medianOffset(offsets)).toBe(median);
    expect(medianOffset(offsets.toReversed())).toBe(median);
  });

  test('two groups of the same size: the expected one', () => {
    expect(median([300, 0], 299)).toBe(300);
    expect(median([-300, 0], -1)).toBe(0);
  });
});

/** Returns the state after these comparisons, in seconds. The first one is that of the start. */
function stateAfter(...comparisons: (readonly [own: number, ...others: number[]])[]): string {
  const watch = new ClockWatch();
  for (const [own, ...others] of comparisons)
    watch.observe(
      own * 1000,
      others.map((s) => s * 1000),
    );
  return watch.state;
}

const right = [0, 0, 0] as const;

test.each([
  { what: 'nothing was compared', comparisons: [], state: 'right' },
  { what: 'two seconds are nothing', comparisons: [[2, 0, 0]], state: 'right' },
  { what: 'from more than two seconds it differs', comparisons: [[-2.1, 0, 0]], state: 'differs' },
  { what: 'with 30 s it is ready', comparisons: [[30, 0, 0]], state: 'differs' },
  { what: 'wrong at the start', comparisons: [[31, 0, 0]], state: 'wrong' },
  { what: 'wrong three times in a row', comparisons: [right, [31, 0], [31, 0], [31, 0]], state: 'differs' },
  { what: 'wrong four times in a row', comparisons: [right, [31, 0], [-31, 0], [31, 0], [31, 0]], state: 'wrong' },
  {
    what: 'a right comparison begins again',
    comparisons: [right, [31, 0], [31, 0], [31, 0], right, [31, 0]],
    state: 'differs',
  },
  { what: 'right again', comparisons: [[31, 0, 0], right], state: 'right' },
  { what: 'alone', comparisons: [[300], [300], [300], [300]], state: 'differs' },
  { what: 'all instances contradict the database', comparisons: [[300, 299, 301]], state: 'differs' },
  { what: 'one of the others is as wrong', comparisons: [[300, 300, 0]], state: 'differs' },
  { what: 'most of the others are right', comparisons: [[300, 300, 0, 0]], state: 'wrong' },
  { what: 'most of the others are wrong, and the database is right', comparisons: [[0, 300, 300]], state: 'right' },
] as const)('$what: $state', ({ comparisons, state }) => expect(stateAfter(...comparisons)).toBe(state));

test('what is removed by its age is not removed from the first comparison that says 30 s, also by an instance that is alone', () => {
  const watch = new ClockWatch();
  expect(watch.mayRemove).toBe(true);
  watch.observe(29_000, []);
  expect(watch.mayRemove).toBe(true);
  watch.observe(-31_000, []);
  expect(watch.mayRemove).toBe(false);
  expect(watch.problem).toBeNull();
  watch.observe(0, []);
  expect(watch.mayRemove).toBe(true);
});
