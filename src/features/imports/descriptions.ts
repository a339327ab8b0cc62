import type { ImportReport } from './admin-import.service';
import type { LeftOutLine } from './import-outcome';

// The descriptions of both APIs.

export const importReportDescriptions: Readonly<Record<keyof ImportReport, string>> = {
  total: 'How many lines the text has, without empty ones.',
  imported: 'How many lines became accounts. In a dry run: how many would.',
  alreadyThere: 'How many lines have an account with the same id and address, which is unchanged.',
  conflicts: 'How many lines have an address, an id or an identity of another account, which is unchanged.',
  rejected: 'How many lines break a rule.',
  leftOut: 'The lines that became no account, in the order of the text.',
};

type ShownLine = Omit<LeftOutLine, 'element'> & { record: number | null };

export const leftOutDescriptions: Readonly<Record<keyof ShownLine, string>> = {
  line: 'The number of the line in the text, from 1, on which the person begins.',
  record: 'The position of the person in a JSON array, from 1. Null for other texts.',
  outcome: 'Why the line became no account.',
  errors: 'The fields that are not valid, with the names of the text, at most ten. `line` is the whole line.',
};

/** Why a line becomes no account. */
export const leftOutOutcomes: Readonly<Record<LeftOutLine['outcome'], string>> = {
  conflict: 'The address, the id or an identity belongs to another account.',
  rejected: 'The line breaks a rule, or repeats an id, an address or an identity of an earlier line.',
};
