import { z } from 'zod';
import { optionalTextWith } from '../../platform/request/input-parser';
import { factorCode } from '../auth/auth.inputs';
import { currentPassword } from '../passwords/password.inputs';
import type { FactorProof } from './login-challenges';
import { factorCodeText } from './mfa.inputs';
import { assertionText, passkeyAssertion } from './passkey.inputs';

/** What a signed-in user proves again. */
export type StepUpProof = { password: string } | FactorProof;

const oneProof = 'The client sends exactly one of the three proofs.';

export const stepUpInput = z
  .object({
    password: optionalTextWith(currentPassword).meta({
      description: `The current password of the account. It is only accepted while two-step sign-in is off, and proves the level \`aal1\`. ${oneProof}`,
      example: 'correct horse battery',
    }),
    code: optionalTextWith(factorCode).meta({ description: `${factorCodeText} ${oneProof}`, example: '402913' }),
    passkey: passkeyAssertion.nullish().meta({ description: `${assertionText}. ${oneProof}` }),
  })
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
  })
  .meta({ description: 'A code, a passkey or the password, for `stepUp`.' });

const missing = 'is required, unless `code` or `passkey` is sent';
