import type { MailTurn } from '../../accounts/users/mail.limits';
import type { Services } from '../../compose/services';
import { stepUp } from '../../features/mfa/step-up.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { jsonObjectOf } from '../kit/json-field';
import { withReturn } from '../kit/return-to';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import type { SignInSettings } from './sign-in-settings';
import { codeIn, type SignInSteps } from './sign-in-steps';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./sign-in.page') as typeof import('./sign-in.page.js');

/** The pages on which a person who is signed in proves again who they are. */
export function stepUpRoutes(
  site: Site,
  { stepUps }: Pick<Services, 'stepUps'>,
  settings: SignInSettings,
  steps: SignInSteps,
): Route[] {
  const stepUpPage = async (visit: Visit, problem: AppError | null, mail: MailTurn | null = null): Promise<Answer> => {
    const options = await stepUps.stepUpOptions(visit.context);
    // With the password alone, the person would be sent here again.
    const needsFactor = [visit.query, visit.form].some((values) => values.get('acr') === 'aal2');
    if (needsFactor && options.factors.length === 0) {
      const userId = visit.session?.userId ?? '';
      return show(pages().FactorNeededPage, { returnTo: visit.returnTo, userId, canAddPasskey: settings.passkeys });
    }
    const mailed = mail && { email: visit.session?.email ?? '', ...mail };
    const isRecovery = visit.form.has('recovery_code');
    const { returnTo } = visit;
    return show(pages().StepUpPage, { options, needsFactor, isRecovery, returnTo, mailed, problem }, problem);
  };

  /** For a person without a second factor. */
  const postStepUpByMail = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    if (form.get('intent') === 'send-again') {
      const { result, problem } = await attempt(steps.sendStepUpCode(visit));
      return stepUpPage(visit, problem, result);
    }
    const proof = { emailToken: visit.waiting('emailLogin') ?? '', emailCode: form.get('email_code') ?? '' };
    const { problem } = await attempt(stepUps.stepUp(proof, context));
    if (problem) return stepUpPage(visit, problem, { isPaused: false, waitS: 0 });
    visit.endWaiting('emailLogin');
    return steppedUp(visit);
  };

  const steppedUp = async (visit: Visit): Promise<Answer> => {
    await visit.renewSession();
    return { goTo: visit.returnTo ?? site.home };
  };

  const postStepUp = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    const passkey = jsonObjectOf(form.get('passkey'));
    const proof = passkey
      ? { passkey }
      : codeIn(form) !== undefined
        ? { code: codeIn(form) }
        : { password: form.get('password') };
    const { problem } = await attempt(stepUps.stepUp(proof, context));
    return problem ? stepUpPage(visit, problem) : steppedUp(visit);
  };

  return [
    ...site.routes({
      path: '/step-up',
      operation: stepUp,
      get: (visit) => stepUpPage(visit, null),
      post: postStepUp,
    }),
    ...site.routes({
      path: '/step-up/code',
      operation: stepUp,
      get: async ({ returnTo }) => ({ goTo: withReturn('/step-up', returnTo) }),
      post: postStepUpByMail,
    }),
  ];
}
