import { codeCauses } from '../../../accounts/admin-access/event-cause';
import { endsByName, reasonsByName } from '../../../compose/features';
import { type ErrorCode, errorTable } from '../../../platform/errors/error-table';
import { type LimitScope, limitScopes } from '../../../platform/rate-limits/limit-table';
import type { Translations } from '../../../platform/runtime/sentence';

/** Why a request was rejected, and what to do. The texts in English are those of the audit. */
interface Explanations {
  readonly reasons: Readonly<Record<keyof typeof reasonsByName, { readonly means: string; readonly advice: string }>>;
  /** Why a session ended. */
  readonly sessionEnds: Readonly<Record<keyof typeof endsByName, string>>;
  /** The causes and the advice of error codes that have no reason. */
  readonly causes: Readonly<Record<keyof typeof codeCauses, string>>;
  readonly advice: Readonly<Record<ErrorCode, string>>;
  /** What a rate limit is for: each account, each network … */
  readonly limits: Readonly<Record<LimitScope, string>>;
  /** By the template in English. */
  readonly sentences: Translations;
}

const codes = Object.entries(errorTable).map(([code, { advice }]) => [code, advice]);
const ends = Object.values(endsByName).map(({ name, means }) => [name, means]);
const per = limitScopes.map((scope) => [scope, scope]);

export const explanations: Explanations = {
  reasons: reasonsByName,
  sessionEnds: Object.fromEntries(ends) as Explanations['sessionEnds'],
  causes: codeCauses,
  advice: Object.fromEntries(codes) as Explanations['advice'],
  limits: Object.fromEntries(per) as Explanations['limits'],
  sentences: {},
};
