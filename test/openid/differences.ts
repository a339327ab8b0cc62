/** What both answer, each as a line that can be compared. */
export interface Answers {
  certified: string;
  gatehouse: string;
}

/**
 * `oidc-provider`, which the OpenID Foundation has certified, and Gatehouse get the same requests. Where they differ, a list has both
 * answers and the reason. A difference that is not listed fails the test, and so does one that is gone.
 */
export interface Difference extends Answers {
  because: string;
  requests: readonly string[];
}

export function expectAnswers(differences: readonly Difference[], title: string, answers: Answers): void {
  const listed = differences.find(({ requests }) => requests.includes(title));
  const expected = listed ?? { certified: answers.certified, gatehouse: answers.certified };
  expect(answers).toEqual({ certified: expected.certified, gatehouse: expected.gatehouse });
}

interface Table {
  differences: readonly Difference[];
  /** What is compared, in the plural. */
  what: string;
  titles: readonly string[];
  least: number;
}

/** The last test of a file. Its name has the counts, which are right because the test of each request keeps the list exact. */
export function testDifferences({ differences, what, titles, least }: Table): void {
  const listed = differences.flatMap(({ requests }) => requests);
  const reasons = differences.filter(({ because }) => !because.startsWith('As above'));
  const counts = `${titles.length} ${what}: ${titles.length - listed.length} equal, ${listed.length} different for ${reasons.length} reasons`;
  test(`${counts}, each listed once`, () => {
    expect(listed.filter((title) => !titles.includes(title))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
    expect(differences.filter(({ certified, gatehouse }) => certified === gatehouse)).toEqual([]);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.length).toBeGreaterThanOrEqual(least);
  });
}
