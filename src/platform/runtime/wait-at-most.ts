/** Waits until `ended` settles, at most `ms`. @throws what `ended` throws in this time; a later error is ignored */
export function waitAtMost(ms: number, ended: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = () => clearTimeout(timer);
    ended.then(stop, stop);
    ended.then(resolve, reject);
  });
}
