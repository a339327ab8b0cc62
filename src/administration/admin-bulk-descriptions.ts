import type { FieldText } from '../request/field-text';
import { inputSchemaOf } from '../request/input-schema';
import { type BulkField, bulkActions, bulkInput, mostBulkIds } from './admin-bulk.inputs';
import type { BulkAnswer, BulkResult } from './admin-bulk.service';

export const bulkTexts = {
  ids: {
    description: `The ids of the accounts, from 1 to ${mostBulkIds}. An id that occurs several times is changed once.`,
    example: ['01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90'],
  },
  action: { description: 'What to do with each account.', example: 'disable', values: bulkActions },
} as const satisfies Record<BulkField, FieldText>;

export const bulkInputSchema = () => inputSchemaOf(bulkInput, bulkTexts);

export const bulkAnswerDescriptions: Readonly<Record<keyof BulkAnswer, string>> = {
  results: 'The result for each id, in the order of the input.',
  isComplete: 'Whether every id was reached in time.',
};

export const bulkResultDescriptions: Readonly<Record<keyof BulkResult, string>> = {
  id: 'The id of the account.',
  success: 'Whether the account is as the action says.',
  code: 'The reason if it is not. Null if the action succeeded.',
  msg: 'The outcome in one sentence, for people.',
};
