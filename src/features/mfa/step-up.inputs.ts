import { z } from 'zod';
import { factorCode } from '../../accounts/auth/auth.inputs';
import { assertionText, passkeyAssertion } from '../../accounts/factors/passkey.inputs';
import { currentPassword } from '../../accounts/passwords/password.inputs';
import { reasons } from '../../platform/errors/app-error';
import type { RequestProof } from '../../platform/one-time-tokens/one-time-token';
import { exampleOneTimeToken, mailedCode } from '../../platform/one-time-tokens/token-proof.inputs';
import { optionalTextWith, typedText } from '../../platform/request/input-parser';
import type { FactorProof } from './login-challenges';
import { factorCodeText } from './mfa.inputs';

/** What a signed-in user proves again. */
export type StepUpProof = { password: string } | FactorProof | { email: RequestProof };

const oneProof = 'The client sends exactly one proof.';

export const stepUpInput = z
  .object({
    password: optionalTextWith(currentPassword).meta({
      description: `The current password, while two-step sign-in is off. ${oneProof}`,
      example: 'correct horse battery',
    }),
    code: optionalTextWith(factorCode).meta({ description: `${factorCodeText} ${oneProof}`, example: '402913' }),
    passkey: passkeyAssertion.nullish().meta({ description: `${assertionText}. ${oneProof}` }),
    emailToken: typedText.nullish().meta({
      description:
        'The token that `requestStepUpCode` or `requestEmailLogin` returned to this client. Only if `stepUpOptions` names `email`.',
      example: exampleOneTimeToken,
    }),
    emailCode: optionalTextWith(mailedCode).meta({
      description: 'The code of the e-mail: 6 digits. Only with the token of its request.',
      example: '402913',
    }),
  })
  .transform(({ password, code, passkey, emailToken, emailCode }, ctx): StepUpProof => {
    const proofs: StepUpProof[] = [];
    if (typeof password === 'string') proofs.push({ password });
    if (typeof code === 'string') proofs.push({ code });
    if (passkey) proofs.push({ passkey });
    const ofMail = { emailToken: emailToken ?? undefined, emailCode: emailCode ?? undefined };
    const [half] = (['emailToken', 'emailCode'] as const).filter((field) => ofMail[field] === undefined);
    if (half && (ofMail.emailToken ?? ofMail.emailCode) !== undefined) {
      ctx.addIssue({ code: 'custom', path: [half], message: reasons.required });
      return z.NEVER;
    }
    if (!half) proofs.push({ email: { request: String(emailToken), mailed: { code: String(emailCode) } } });
    const [proof, another] = proofs;
    if (proof && !another) return proof;
    const [field = 'password'] = another && 'email' in another ? ['emailToken'] : Object.keys(another ?? {});
    const message = another ? 'must not be sent together with another proof' : missing;
    ctx.addIssue({ code: 'custom', path: [field], message });
    return z.NEVER;
  })
  .meta({ description: 'What the user proves again, for `stepUp`.' });

const missing = 'is required, unless another proof is sent';
