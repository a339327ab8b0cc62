import { register } from '../../accounts/auth/auth.operations';
import type { Services } from '../../compose/services';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import { changedUserFields, sentUserFields, userFieldsForm } from '../kit/user-fields-form';
import { codePage } from './code.routes';
import { canRegisterWith, type SignInSettings } from './sign-in-settings';
import type { SignInSteps } from './sign-in-steps';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./sign-in.page') as typeof import('./sign-in.page.js');

/** The page on which a person registers. `signIn` signs in with the fields of the form. */
export function registerRoutes(
  site: Site,
  { auth, userFields }: Pick<Services, 'auth' | 'userFields'>,
  settings: SignInSettings,
  steps: SignInSteps,
  signIn: (visit: Visit) => Promise<Answer>,
): Route[] {
  const { fields: own } = userFields;
  const emptyFields = userFieldsForm(own.writableBy('user'), own.shown(own.defaults, 'user'));
  const { providers } = settings;

  const postRegister = async (visit: Visit): Promise<Answer> => {
    const { form, context, returnTo } = visit;
    const values = {
      email: form.get('email'),
      firstName: form.get('first_name'),
      lastName: form.get('last_name'),
      tel: form.get('tel'),
    };
    const registration = { ...values, password: form.get('password'), ...changedUserFields(emptyFields, form) };
    const { result, problem } = await attempt(auth.register(registration, context, 'page'));
    if (problem) {
      const own = sentUserFields(emptyFields.declared, form);
      return show(pages().RegisterPage, { problem, providers, returnTo, values, own }, problem);
    }
    const mustConfirm = settings.registration === 'confirm' || settings.emailVerification === 'required';
    // A double click without scripts drops this request, and the second one waits for its answer.
    context.outlivesClient = true;
    if (!mustConfirm) return signIn(visit);
    steps.startLogin(visit, result.id);
    return codePage('register', settings, visit);
  };

  return site.routes({
    path: '/register',
    operation: register,
    get: async ({ returnTo }) =>
      canRegisterWith(settings)
        ? show(pages().RegisterPage, { problem: null, providers, returnTo, values: {}, own: emptyFields })
        : show(pages().MessagePage, { message: 'closed', returnTo }),
    post: postRegister,
    beforePost: (context) => auth.rejectOverload(register, context),
  });
}
