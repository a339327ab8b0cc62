import { medianOffset } from '../../src/platform/instances/clock-offset';
import { CorrectedClock } from '../../src/platform/instances/corrected-clock';

const fiveMinutes = 300_000;
const start = Date.parse('2026-11-22T12:00:00Z');

describe('the median of the clocks', () => {
  test.each([
    { what: 'the database alone', offsets: [], median: 0 },
    { what: 'one instance that is off: nothing is decided, and the database counts', offsets: [300], median: 0 },
    { what: 'one of two instances is off', offsets: [0.1, 300], median: 0.1 },
    { what: 'the database is off, and two instances agree', offsets: [300, 300.2], median: 300 },
    { what: 'the database is off, and three instances agree', offsets: [-300, -300.2, -299.9], median: -299.9 },
    { what: 'two groups of the same size: the group of the database', offsets: [300, 300, 0.1], median: 0.1 },
    { what: 'two groups, behind', offsets: [-300, -300, -0.1], median: -0.1 },
    { what: 'two instances are off in two directions', offsets: [300, -300], median: 0 },
  ])('$what', ({ offsets, median }) => {
    expect(medianOffset(offsets)).toBe(median);
    expect(medianOffset(offsets.toReversed())).toBe(median);
  });

  test('two groups of the same size: the expected one', () => {
    expect(medianOffset([300, 300, 0.1], 299)).toBe(300);
    expect(medianOffset([-300, 0], -299)).toBe(0);
  });
});

describe('the clock', () => {
  let clock: CorrectedClock;
  beforeEach(() => {
    jest.useFakeTimers({ now: start });
    clock = new CorrectedClock();
  });
  afterEach(() => jest.useRealTimers());

  const isOff = () => clock.now().getTime() - start;
  /** A step of the system clock. The clock of durations does not move. */
  const step = (ms: number) => jest.setSystemTime(Date.now() + ms);

  test('is the system clock, until it is compared and while it is right', () => {
    step(fiveMinutes);
    expect(isOff()).toBe(fiveMinutes);
    clock.observe(500, [-400, 300]);
    expect(isOff()).toBe(fiveMinutes);
    expect(clock).toMatchObject({ isCorrected: false, isUndecided: false, offsetMs: 500 });
  });

  test.each([fiveMinutes, -fiveMinutes])(
    'is corrected by the first comparison with others, if it is %d ms off',
    (ms) => {
      step(ms);
      clock.observe(ms, [0, 0]);
      expect(isOff()).toBe(0);
      expect(clock).toMatchObject({ isCorrected: true, offsetMs: ms });
    },
  );

  test('continues with the clock of durations, also if the system clock is set', () => {
    step(fiveMinutes);
    clock.observe(fiveMinutes, [0]);
    jest.advanceTimersByTime(7000);
    step(-fiveMinutes);
    expect(isOff()).toBe(7000);
    for (let i = 0; i < 4; i += 1) clock.observe(0, [0]);
    expect(isOff()).toBe(7000);
    expect(clock.isCorrected).toBe(false);
  });

  test('stays as it is with one instance, because one of two clocks is right', () => {
    step(fiveMinutes);
    clock.observe(fiveMinutes, []);
    expect(isOff()).toBe(fiveMinutes);
    expect(clock).toMatchObject({ isCorrected: false, isUndecided: true, offsetMs: fiveMinutes });
    clock.observe(fiveMinutes, [0]);
    expect(isOff()).toBe(0);
    clock.observe(fiveMinutes, []);
    expect(isOff()).toBe(0);
    expect(clock).toMatchObject({ isCorrected: true, isUndecided: false });
  });

  test('is not changed by a database whose clock is off, if the instances agree', () => {
    clock.observe(0, [0, 0]);
    for (let i = 0; i < 10; i += 1) clock.observe(-fiveMinutes, [-fiveMinutes, -fiveMinutes]);
    expect(isOff()).toBe(0);
    expect(clock).toMatchObject({ isCorrected: false, offsetMs: 0 });
  });

  test.each([0, fiveMinutes])(
    'is not changed by a fail-over, while the rows of the others are from before. System clock off by %d ms',
    (ms) => {
      step(ms);
      clock.observe(ms, [0, 0]);
      // The clock of the new primary is five minutes ahead. The others have not compared their clocks with it yet.
      for (let i = 0; i < 3; i += 1) clock.observe(ms - fiveMinutes, [0, 0]);
      expect(isOff()).toBe(0);
      clock.observe(ms - fiveMinutes, [-fiveMinutes, -fiveMinutes]);
      expect(isOff()).toBe(0);
      // The comparison counts from the start again.
      for (let i = 0; i < 3; i += 1) clock.observe(ms, [fiveMinutes, fiveMinutes]);
      expect(isOff()).toBe(0);
    },
  );

  test('is corrected after a step of the system clock, when four comparisons say so', () => {
    clock.observe(0, [0, 0]);
    step(fiveMinutes);
    for (let i = 0; i < 3; i += 1) clock.observe(fiveMinutes, [0, 0]);
    expect(isOff()).toBe(fiveMinutes);
    clock.observe(fiveMinutes, [0, 0]);
    expect(isOff()).toBe(0);
  });

  test('does not change back and forth at the border', () => {
    step(2100);
    clock.observe(2100, [0, 0]);
    expect(clock.isCorrected).toBe(true);
    clock.observe(1900, [0, 0]);
    expect(clock.isCorrected).toBe(true);
    clock.observe(900, [0, 0]);
    expect(clock.isCorrected).toBe(false);
    clock.observe(1900, [0, 0]);
    expect(clock.isCorrected).toBe(false);
  });
});
