import type { RequestContext } from '../../platform/request/request-context';
import type { ListedPasskey } from './passkey.answers';
import type { PasskeyAssertion } from './passkey.inputs';
import type { ProvenFactor } from './second-factor-codes';

/** Passkeys as second factors. */
export interface PasskeyFactor {
  /** Returns the options for `navigator.credentials.get`, for the passkeys of the user. */
  options(userId: string): Promise<object>;
  /**
   * Checks the response of the authenticator, and runs `work`, as `SecondFactorCodes.withCode` does for a code.
   * @throws AppError `INVALID_TOKEN`, `RATE_LIMITED`; what `work` throws
   */
  withPasskey<Result>(
    userId: string,
    passkey: PasskeyAssertion,
    context: RequestContext,
    work: (factor: ProvenFactor) => Promise<Result>,
  ): Promise<Result>;
  /** Returns the passkeys of the user, oldest first. */
  list(userId: string): Promise<ListedPasskey[]>;
}
