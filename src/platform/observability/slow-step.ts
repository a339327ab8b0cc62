import type { Log } from './log';

const firstAfter = 1000;
const repeatedEvery = 5000;

/** Runs `work`. If the work takes longer than a second, logs the name of the step, and then every five seconds. */
export async function logIfSlow<Result>(log: Log, step: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const say = () => log.info({ step, seconds: Math.round((performance.now() - startedAt) / 1000) }, 'still starting');
  let repeated: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    say();
    repeated = setInterval(say, repeatedEvery);
  }, firstAfter);
  try {
    return await work();
  } finally {
    clearTimeout(first);
    clearInterval(repeated);
  }
}
