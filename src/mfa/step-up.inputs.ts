import { z } from 'zod';
import { factorCode } from '../auth/auth.inputs';
import { reasons } from '../errors/app-error';
import { currentPassword } from '../passwords/password.inputs';
import { parserOf } from '../request/input-parser';
import { passkeyAssertion, passkeyObject } from './passkey.inputs';
import type { FactorProof } from './second-factor-logins';

const optionalText = z.string(reasons.notAString).nullish();

/** What a signed-in user proves again. */
export type StepUpProof = { password: string } | FactorProof;

/** Exactly one of the three fields. */
export const stepUpInput = z
  .object({ password: optionalText, code: optionalText, passkey: passkeyObject.nullish() })
  .pipe(
    z.object({ password: currentPassword.nullish(), code: factorCode.nullish(), passkey: passkeyAssertion.nullish() }),
  )
  .transform(({ password, code, passkey }, ctx): StepUpProof => {
    const proofs: StepUpProof[] = [];
    if (typeof password === 'string') proofs.push({ password });
    if (typeof code === 'string') proofs.push({ code });
    if (passkey) proofs.push({ passkey });
    const [proof, another] = proofs;
    if (proof && !another) return proof;
    const [field = 'password'] = Object.keys(another ?? {});
    const message = another ? 'must not be sent together with another proof' : missing;
    ctx.addIssue({ code: 'custom', path: [field], message });
    return z.NEVER;
  });

const missing = 'is required, unless `code` or `passkey` is sent';

export type StepUpField = keyof z.input<typeof stepUpInput>;

export const parseStepUpInput = parserOf(stepUpInput);
