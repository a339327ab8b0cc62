const path = require('node:path');

/**
 * Says in one line which tests were skipped because something is missing (see needs.ts). A test that is skipped for no
 * such reason fails the run. `TEST_LEFT_OUT_FOR` lists needs, with commas between them: then a test that is skipped for
 * another need fails the run, too.
 */
module.exports = class {
  constructor({ rootDir, testNamePattern }) {
    this.rootDir = rootDir;
    this.testNamePattern = testNamePattern ? new RegExp(testNamePattern, 'i') : null;
    this.filesWithOnly = new Set();
  }

  onTestCaseStart({ path: file }, { mode }) {
    if (mode === 'only') this.filesWithOnly.add(file);
  }

  onRunComplete(_contexts, { testResults }) {
    const skipped = testResults.flatMap(({ testFilePath: file, testResults: tests }) =>
      tests
        .filter(({ status, fullName }) => status === 'pending' && (this.testNamePattern?.test(fullName) ?? true))
        .map((test) => ({
          file,
          name: `${path.relative(this.rootDir, file)}: ${test.fullName}`,
          needs: needsOf(test),
        })),
    );
    const missed = skipped.filter(({ needs }) => needs.length > 0);
    const print = (...lines) => process.stderr.write(`\n${lines.join('\n')}\n`);
    if (missed.length > 0) print(lineOf(missed));

    const allowed = process.env.TEST_LEFT_OUT_FOR?.split(',').map((need) => need.trim());
    const isAllowed = ({ needs }) => !allowed || needs.every((need) => allowed.includes(need));
    const report = (title, tests) => {
      if (tests.length === 0) return;
      this.error = new Error(title);
      print(`${title}:`, ...tests.map(({ name }) => `  ${name}`));
    };
    report(
      `Left out, but TEST_LEFT_OUT_FOR is "${allowed}"`,
      missed.filter((test) => !isAllowed(test)),
    );
    // A run with -t or `only` says nothing about the others.
    const isChosen = ({ file }) => this.testNamePattern !== null || this.filesWithOnly.has(file);
    report(
      'Skipped for no need of needs.ts',
      skipped.filter((test) => test.needs.length === 0 && !isChosen(test)),
    );
  }

  getLastError() {
    return this.error;
  }
};

/** What is missing for a test or for a `describe` around it: needs.ts writes it at the end of the title. */
function needsOf({ ancestorTitles, title }) {
  const found = [...ancestorTitles, title].flatMap((one) => / \[needs (.+)\]$/.exec(one)?.[1].split(', ') ?? []);
  return [...new Set(found)].sort();
}

/** `Left out: 118 tests need PostgreSQL, 61 Chromium, 12 nginx and PostgreSQL` */
function lineOf(tests) {
  const counts = new Map();
  for (const { needs } of tests) {
    const joined = needs.join(' and ');
    counts.set(joined, (counts.get(joined) ?? 0) + 1);
  }
  const mostFirst = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const [first, ...others] = mostFirst.map(([needs, count], i) =>
    i > 0 ? `${count} ${needs}` : count === 1 ? `1 test needs ${needs}` : `${count} tests need ${needs}`,
  );
  return `Left out: ${[first, ...others].join(', ')}`;
}
