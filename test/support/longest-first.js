const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Folders whose tests start processes. */
const slow = [
  'docs/operator-pages.test.ts',
  'process/',
  'cli/',
  'http/linear-time',
  'observability/traces',
  'config/environment',
];

/**
 * Starts slow test files first, so that no worker starts a slow file at the end. Jest knows the times only after a run on
 * the same machine.
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
