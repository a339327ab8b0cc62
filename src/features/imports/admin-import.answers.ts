import { z } from 'zod';
import { answerEnum, answerOf, graphqlType } from '../../platform/operations/answer';
import { fieldProblem } from '../../platform/operations/field-problem';
import type { LeftOutLine } from './import-outcome';

const leftOutOutcomes: Readonly<Record<LeftOutLine['outcome'], string>> = {
  conflict: 'The address, the id or an identity belongs to another account.',
  rejected: 'The line breaks a rule, or repeats an id, an address or an identity of an earlier line.',
};

const leftOutLine = graphqlType('LeftOutLine', 'A line that became no account. It has no value of the line.', {
  line: z.int().meta({
    description: 'The number of the line in the text, from 1, on which the person begins.',
    example: 3,
  }),
  record: z.int().nullable().meta({
    description: 'The position of the person in a JSON array, from 1. Null for other texts.',
    example: null,
  }),
  outcome: answerEnum('LeftOutOutcome', 'Why a line becomes no account.', leftOutOutcomes).meta({
    description: 'Why the line became no account.',
    example: 'rejected',
  }),
  errors: z
    .array(fieldProblem.meta({ description: 'A field and what is wrong with it.' }))
    .readonly()
    .meta({
      description: 'The fields that are not valid, with the names of the text, at most ten. `line` is the whole line.',
    }),
});

const count = (description: string, example: number) => z.int().meta({ description, example });

const report = graphqlType('ImportUsersResult', 'What became of the lines.', {
  total: count('How many lines the text has, without empty ones.', 2),
  imported: count('How many lines became accounts. In a dry run: how many would.', 1),
  alreadyThere: count('How many lines have an account with the same id and address, which is unchanged.', 0),
  conflicts: count('How many lines have an address, an id or an identity of another account, which is unchanged.', 0),
  rejected: count('How many lines break a rule.', 1),
  leftOut: z.array(leftOutLine).readonly().meta({
    description: 'The lines that became no account, in the order of the text.',
  }),
});

/** What became of the lines of a request. */
export type ImportReport = z.infer<typeof report>;

export const importUsersAnswer = answerOf(report, {
  is: '',
  result: 'What became of the lines.',
  envelope: 'What became of the lines.',
  envelopeName: 'ImportEnvelope',
  response: 'The numbers, and the lines that became no account.',
  payload: { is: 'The result of `importUsers`.' },
});
