import type { AuditAction } from '../audit/action';
import { Vocabulary } from '../runtime/vocabulary';

/**
 * Why a request was rejected, where an error code does not explain it, and what the operator does about it. Only operators see
 * it: in the audit, with `gatehouse explain`, and in docs/reference/audit.md.
 */
export interface RejectionReason {
  readonly name: string;
  readonly means: string;
  readonly advice: string;
  /** What the audit records, where the code does not decide it: an action, the one for rejections of the operation, or nothing. */
  readonly recordedAs?: AuditAction | 'rejection' | null;
  /**
   * What it says of the account of the caller. The audit replaces the reason `unknown` by the one of the state of the account,
   * which it reads in the background, so that a rejected request needs no query.
   */
  readonly accountState?: 'unknown' | 'missing' | 'disabled';
}

/** Features declare them in `<feature>.reasons.ts`. */
export const rejectionReasons = new Vocabulary<RejectionReason>('reason of a rejection');

/** The names of the reasons by the state of the account that they stand for. */
export const reasonsByAccountState = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rejectionReasons.all().flatMap(({ name, accountState }) => (accountState ? [[accountState, name]] : [])),
  );
