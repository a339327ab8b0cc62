import { type Difference, type Rank, ranks } from '../features/legacy/answer-differences';
import type { CaseResult } from '../features/legacy/comparison';
import { counted } from './terminal';

interface ComparisonReport {
  /** The number of cases, and of those with the same answers. */
  cases: number;
  equal: number;
  /** What matters most to clients is first. */
  differences: (Difference & { case: string })[];
  notCompared: { case: string; reason: string }[];
}

export function reportOf(results: readonly CaseResult[]): ComparisonReport {
  const all = results.flatMap(({ name, differences }) => differences.map((one) => ({ case: name, ...one })));
  return {
    cases: results.length,
    equal: results.filter(({ differences, notCompared }) => differences.length === 0 && notCompared === null).length,
    differences: ranks.flatMap((rank) => all.filter((one) => one.rank === rank)),
    notCompared: results.flatMap(({ name, notCompared }) =>
      notCompared === null ? [] : [{ case: name, reason: notCompared }],
    ),
  };
}

const headings: Readonly<Record<Rank, string>> = {
  outcome: 'One service accepts what the other one rejects, or does not answer in JSON:',
  form: 'The answers have another form:',
  open: 'The specification leaves this open (one example of each):',
};

/** The report in lines, with the same differences of several cases in one line. */
export function linesOf({ cases, equal, differences, notCompared }: ComparisonReport): string[] {
  const different = cases - equal - notCompared.length;
  const counts = [`${equal} equal`, `${different} different`, `${notCompared.length} not compared`];
  return [
    `${counted(cases, 'case')}: ${counts.join(', ')}`,
    ...ranks.flatMap((rank) => {
      const found = differences.filter((one) => one.rank === rank);
      // Texts differ everywhere between two right services, so the place is enough.
      return sectionOf(
        headings[rank],
        found,
        rank === 'open' ? ({ place }) => place : textOf,
        textOf,
        rank === 'outcome',
      );
    }),
    ...sectionOf(
      'Not compared:',
      notCompared,
      ({ reason }) => reason,
      ({ reason }) => reason,
    ),
  ];
}

const textOf = ({ place, old, this: here }: Difference): string => `${place}: old ${old}, this ${here}`;

/** So many cases are named for a difference that does not decide whether a request succeeds. */
const mostNamed = 5;

/** @param keyOf what the cases of a group have in common */
function sectionOf<One extends { case: string }>(
  heading: string,
  found: readonly One[],
  keyOf: (one: One) => string,
  lineOf: (one: One) => string,
  namesAll = false,
): string[] {
  if (found.length === 0) return [];
  const groups = new Map<string, One[]>();
  for (const one of found) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  const lines = [...groups.values()].flatMap((group) => [
    ...group.slice(0, 1).map((one) => `  ${lineOf(one)}`),
    `    in ${namesOf(
      group.map((one) => one.case),
      namesAll ? group.length : mostNamed,
    )}`,
  ]);
  return ['', heading, ...lines];
}

function namesOf(names: readonly string[], most: number): string {
  const others = names.length - most;
  return `${names.slice(0, most).join(', ')}${others > 0 ? ` and ${counted(others, 'other case')}` : ''}`;
}
