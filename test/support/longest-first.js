const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Where tests start processes. */
const slow = [
  'docs/operator-pages.test.ts',
  'process/',
  'cli/',
  'http/linear-time',
  'observability/traces',
  'config/environment',
];

/**
 * Files that take long come first, so that no worker is left with one at the end. Jest itself knows that only from an
 * earlier run on the same machine.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const root = path.join(__dirname, '..');
    const rank = ({ path: file }) => slow.findIndex((start) => path.relative(root, file).startsWith(start)) + 1 || 99;
    const fromEarlierRuns = super.sort(tests);
    const isKnown = tests.every(({ duration }) => duration !== undefined);
    return isKnown ? fromEarlierRuns : [...fromEarlierRuns].sort((a, b) => rank(a) - rank(b));
  }
};
