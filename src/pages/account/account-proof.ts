import type { StepUpService } from '../../features/mfa/step-up.service';
import { stepUpAt, withReturn } from '../kit/return-to';
import type { Answer, Visit } from '../kit/site';
import type { Proof } from './account-shell.page';

export interface NeededProof {
  proof: Proof;
  /** Whether the account has a password, also if the password alone is not enough. */
  hasPassword: boolean;
  hasFactor: boolean;
}

/**
 * Opens a form whose operation needs a proof. If a step-up is due, it comes first, so that the person does not fill in the
 * form twice. A person who needed longer than the proof is valid is sent to the step-up by the operation itself.
 */
export async function withProof(
  stepUps: Pick<StepUpService, 'stepUpOptions'>,
  visit: Visit,
  path: string,
  form: (needed: NeededProof) => Promise<Answer>,
  { onlyWithPassword = false, onlyRecent = false, addsWayIn = false } = {},
): Promise<Answer> {
  const options = await stepUps.stepUpOptions(visit.context);
  const { password, factors, hasPassword, isDue, isRecent, needsMailbox, hasJustBegun } = options;
  const hasFactor = factors.length > 0;
  if ((isDue && (hasPassword || !onlyWithPassword)) || (onlyRecent && !isRecent) || (addsWayIn && needsMailbox)) {
    return { goTo: stepUpAt(withReturn(path, visit.returnTo), hasFactor) };
  }
  // While the mailbox must be proved, the password is no step-up, but it is a proof.
  const asksPassword = (password || needsMailbox) && hasPassword && !hasFactor && !(addsWayIn && hasJustBegun);
  return form({
    proof: asksPassword ? 'password' : 'earlier',
    hasPassword,
    hasFactor,
  });
}
