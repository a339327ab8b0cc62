import type { Services } from '../../compose/services';
import { completeLogin } from '../../features/mfa/mfa.operations';
import type { AppError } from '../../platform/errors/app-error';
import { challengeFactors } from '../../platform/errors/login-challenge';
import type { FormBody } from '../../platform/http/form-body';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { jsonObjectOf } from '../kit/json-field';
import { withReturn } from '../kit/return-to';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import type { Challenge } from './sign-in.page';
import type { SignInSettings } from './sign-in-settings';
import { canUpgrade, codeIn, restart, type SignInSteps } from './sign-in-steps';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./sign-in.page') as typeof import('./sign-in.page.js');

/** The form sends the key URI back, for the picture. A longer text fits into no QR code. */
const longestKeyUri = 2000;

/** The second factor of a login. */
export function secondStepRoutes(
  site: Site,
  { loginCompletion }: Pick<Services, 'loginCompletion'>,
  settings: SignInSettings,
  steps: SignInSteps,
  loginPage: (visit: Visit, problem: AppError) => Promise<Answer>,
): Route[] {
  const complete = async (visit: Visit): Promise<Answer> => {
    const { form, context, returnTo } = visit;
    const token = form.get('token') ?? '';
    const passkey = jsonObjectOf(form.get('passkey'));
    const input = { token, ...(passkey ? { passkey } : { code: codeIn(form) }) };
    const { result, problem } = await attempt(loginCompletion.completeLogin(input, context));
    if (result) {
      // Whoever has just used a passkey, or has just added an app, needs no further passkey.
      if (!passkey && !form.has('secret')) return steps.signedInWithPassword(visit, result);
      const answer = await steps.signedIn(visit, result);
      // The login has added the first second factor, so there are no recovery codes yet.
      const needsCodes = form.has('secret') && settings.pages.areas.includes('account');
      return needsCodes ? { goTo: withReturn('/account/security/recovery-codes', returnTo) } : answer;
    }
    if (problem.code === 'INVALID_TOKEN' && problem.attemptsLeft === null) return loginPage(visit, problem);
    const [secret, uri] = [form.get('secret'), form.get('uri')];
    if (secret && uri?.startsWith('otpauth://') && uri.length <= longestKeyUri)
      return show(pages().EnrollPage, { token, secret, uri, returnTo, problem }, problem);
    const isRecovery = form.has('recovery_code');
    return show(
      pages().SecondFactorPage,
      { challenge: challengeOf(form, token), isRecovery, passkeyUpgrade: canUpgrade(visit), returnTo, problem },
      problem,
    );
  };

  return site.routes({ path: '/login/complete', operation: completeLogin, get: restart, post: complete });
}

/** Returns the challenge that the form has carried from the first step. */
function challengeOf(form: FormBody, token: string): Challenge {
  const named = (form.get('factors') ?? '').split(' ');
  return {
    token,
    factors: challengeFactors.filter((factor) => named.includes(factor)),
    passkeyOptions: jsonObjectOf(form.get('options')),
  };
}
