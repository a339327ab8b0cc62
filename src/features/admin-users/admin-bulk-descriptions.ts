import type { BulkAnswer, BulkResult } from './admin-bulk.service';

export const bulkAnswerDescriptions: Readonly<Record<keyof BulkAnswer, string>> = {
  results: 'The result for each id, in the order of the input.',
  isComplete: 'Whether every id was reached in time.',
};

export const bulkResultDescriptions: Readonly<Record<Exclude<keyof BulkResult, 'retryAfterS'>, string>> = {
  id: 'The id of the account.',
  success: 'Whether the account is as the action says.',
  code: 'The reason if it is not. Null if the action succeeded.',
  msg: 'The outcome in one sentence, for people.',
};
