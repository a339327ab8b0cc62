/**
 * For `node --require`: the system clock of this process is CLOCK_SHIFT_MS off. If CLOCK_STEP_MS is set, the process starts
 * with the right time, SIGUSR2 moves its clock by so much, and another SIGUSR2 moves it back. The clock of durations (`performance.now`) is right.
 */
const { CLOCK_SHIFT_MS, CLOCK_STEP_MS } = process.env;
const RealDate = Date;
let shiftMs = Number(CLOCK_SHIFT_MS ?? 0);
if (CLOCK_STEP_MS !== undefined) {
  process.on('SIGUSR2', () => {
    shiftMs = shiftMs === 0 ? Number(CLOCK_STEP_MS) : 0;
  });
}
const now = () => RealDate.now() + shiftMs;
// A proxy, so that every date is still a Date.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
