const { createHash } = require('node:crypto');
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const root = path.join(__dirname, '..');

/** The test files that take longest. */
const slow = ['docs/', 'http/linear-time', 'process/', 'interop/', 'messages/', 'db/', 'legacy/', 'http/slow-clients'];
/** And those that only run with PostgreSQL or a browser. */
const slowWithPrograms = ['cluster/', 'browser/'];

/**
 * Starts slow test files first, so that no worker starts a slow file at the end. Jest knows the times only after a run on
 * the same machine. With `--randomize`, the order of the files depends on the seed, too.
 */
module.exports = class extends Sequencer {
  constructor(options) {
    super(options);
    this.globalConfig = options.globalConfig;
  }

  sort(tests) {
    const { randomize, seed } = this.globalConfig;
    if (randomize) return shuffled(tests, seed);
    const rank = ({ path: file }) => slow.findIndex((start) => path.relative(root, file).startsWith(start)) + 1 || 99;
    const fromEarlierRuns = super.sort(tests);
    const isKnown = tests.every(({ duration }) => duration !== undefined);
    return isKnown ? fromEarlierRuns : [...fromEarlierRuns].sort((a, b) => rank(a) - rank(b));
  }
};

/**
 * Sorts by a hash of the seed and the path, so the order of two files does not depend on which others run. Slow files are in
 * the first half, among others: at the end, one of two minutes would run alone.
 */
function shuffled(tests, seed) {
  const keyOf = ({ path: file }) => {
    const key = createHash('sha256').update(`${seed} ${file}`).digest().readUInt32BE(0);
    const isSlow = [...slow, ...slowWithPrograms].some((start) => path.relative(root, file).startsWith(start));
    return isSlow ? key / 2 : key;
  };
  const keys = new Map(tests.map((test) => [test, keyOf(test)]));
  return [...tests].sort((a, b) => keys.get(a) - keys.get(b));
}
