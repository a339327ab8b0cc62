import type { User } from '../../accounts/users/user';
import type { Services } from '../../compose/services';
import { confirmEmail, sendEmailVerification } from '../../features/email-verification/email-verification.operations';
import { updateProfile } from '../../features/profile/profile.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';
import { changedUserFields, sentUserFields, type UserFieldsForm, userFieldsForm } from '../kit/user-fields-form';
import type { ProfileNote } from './account.page';
import { accountAppsRoutes, appsSection } from './account-apps.routes';
import { accountDataRoutes, dataSection } from './account-data.routes';
import { accountEmailRoutes } from './account-email.routes';
import { accountIdentitiesRoutes } from './account-identities.routes';
import { accountKeysRoutes, keysSection } from './account-keys.routes';
import { accountOrganizationsRoutes, organizationsSection } from './account-organizations.routes';
import { accountPasswordRoutes } from './account-password.routes';
import { accountSecurityRoutes, securitySection } from './account-security.routes';
import { accountSessionRoutes, sessionsSection } from './account-sessions.routes';
import type { Section } from './account-shell.page';
import { accountTelRoutes } from './account-tel.routes';
import { type AccountSettings, type CountKeys, type FindPerson, toPage } from './account-visit';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./account.page') as typeof import('./account.page.js');

const profileNotes: readonly ProfileNote[] = [
  'profile',
  'phone',
  'language',
  'password',
  'password-keys',
  'welcome',
  'verified',
  'moved',
  'stayed',
];

/** The navigation of the account, with API_KEYS and ORGANIZATIONS. */
export const accountSections: readonly Section[] = [
  { path: '/account', icon: 'user', label: ({ account }) => account.nav.profile },
  sessionsSection,
  appsSection,
  securitySection,
  organizationsSection,
  keysSection,
  dataSection,
];

interface ProfileState {
  /** Whether the page shows what the person has typed. */
  isTyped?: boolean;
  note?: ProfileNote | null;
  waitS?: number;
}

type ProfilePage = (visit: Visit, problem?: AppError | null, state?: ProfileState) => Promise<Answer>;

/** The pages of one's own account. */
export function accountRoutes(site: Site, services: Services, settings: AccountSettings): Route[] {
  const { account } = services;
  const isConsoleOn = settings.pages.areas.includes('console') && services.administration !== null;

  const isOff = new Map([
    [keysSection, !settings.apiKeys],
    [organizationsSection, services.organizations.roles === null],
  ]);
  const sections = accountSections.filter((section) => !isOff.get(section));
  // Only the user sees their applications and keys, and ends them.
  const openToActing = sections.filter((section) => section !== appsSection && section !== keysSection);

  const find: FindPerson = async ({ context, acting }) => {
    const { user } = await account.me(context);
    const nav = { sections: acting ? openToActing : sections, hasConsole: isConsoleOn && user.isSuperAdmin };
    return { user, nav };
  };

  const countKeys: CountKeys = async ({ context, acting }) =>
    settings.apiKeys && !acting ? (await services.apiKeys.apiKeys(context)).length : 0;

  return [
    ...profileRoutes(site, services, settings, find),
    ...accountEmailRoutes(site, services, find),
    ...(services.tel.isOn ? accountTelRoutes(site, services, find) : []),
    ...accountPasswordRoutes(site, services, find, countKeys),
    ...accountSessionRoutes(site, services, find, countKeys),
    ...accountAppsRoutes(site, services, find),
    ...accountSecurityRoutes(site, services, settings, find),
    ...accountIdentitiesRoutes(site, services, settings, find),
    ...accountOrganizationsRoutes(site, services, find),
    ...(settings.apiKeys ? accountKeysRoutes(site, services, settings, find) : []),
    ...accountDataRoutes(site, services, settings, find),
  ];
}

function profileRoutes(site: Site, services: Services, settings: AccountSettings, find: FindPerson): Route[] {
  const { profile, emailChange, userFields, factors } = services;
  const ownFields = userFields.fields.writableBy('user');

  const shownFields = async ({ context }: Visit, { id }: User): Promise<UserFieldsForm> =>
    userFieldsForm(ownFields, ownFields.length > 0 ? await userFields.of(id, context) : {});

  const profilePage: ProfilePage = async (visit, problem = null, state = {}) => {
    const { isTyped = false, waitS = 0, note = noteOf(visit, profileNotes) } = state;
    const { user, nav } = await find(visit);
    const { form, returnTo } = visit;
    const typed = isTyped
      ? { firstName: form.get('first_name'), lastName: form.get('last_name'), tel: form.get('tel') }
      : null;
    const own = isTyped ? sentUserFields(ownFields, form) : await shownFields(visit, user);
    const change = visit.acting ? null : await emailChange.emailChange(visit.context);
    const { hasPassword, passkeys } = await factors.factors(visit.context);
    const hasSignals = settings.passkeys && visit.acting === null && passkeys.length > 0;
    const signals = hasSignals ? { rpId: settings.passkeyRpId, passkeys } : null;
    const confirmsTel = services.tel.isOn && visit.acting === null;
    const props = { user, hasPassword, signals, nav, note, waitS, problem, typed, own, returnTo, confirmsTel, change };
    return show(pages().ProfilePage, props, problem);
  };

  const saveProfile = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    const shown = await shownFields(visit, (await find(visit)).user);
    // A form leaves out empty fields, but the operation does not change fields that are left out.
    const input = {
      firstName: form.get('first_name') ?? '',
      lastName: form.get('last_name') ?? '',
      ...(form.has('with_tel') && { tel: form.get('tel') ?? null }),
      ...changedUserFields(shown, form),
    };
    const { problem } = await attempt(profile.updateProfile(input, context));
    return problem ? profilePage(visit, problem, { isTyped: true }) : { goTo: '/account?done=profile' };
  };

  /** The language of the pages is in a cookie, which the next page sets. */
  const saveLanguage = async (visit: Visit): Promise<Answer> => {
    const locale = visit.form.get('locale') ?? '';
    const { problem } = await attempt(profile.updateProfile({ locale }, visit.context));
    return problem ? profilePage(visit, problem) : { goTo: `/account?lang=${locale}&done=language` };
  };

  return [
    ...site.routes({
      path: '/account',
      operation: updateProfile,
      get: (visit) => profilePage(visit),
      post: saveProfile,
    }),
    ...site.routes({
      path: '/account/language',
      operation: updateProfile,
      get: toPage('/account'),
      post: saveLanguage,
    }),
    ...verificationRoutes(site, services, find, profilePage),
  ];
}

/** The confirmation of the address, with a code that the page of the profile asks for. */
function verificationRoutes(
  site: Site,
  { emailVerification }: Pick<Services, 'emailVerification'>,
  find: FindPerson,
  profilePage: ProfilePage,
): Route[] {
  const sendVerification = async (visit: Visit): Promise<Answer> => {
    const { email } = (await find(visit)).user;
    const { result, problem } = await attempt(emailVerification.sendEmailVerification({ email }, visit.context));
    if (problem) return profilePage(visit, problem);
    return profilePage(visit, null, { waitS: result.waitS, note: result.isPaused ? 'tooSoon' : 'sentAgain' });
  };

  const postVerificationCode = async (visit: Visit): Promise<Answer> => {
    const { email } = (await find(visit)).user;
    const input = { email, code: visit.form.get('code') ?? '' };
    const { problem } = await attempt(emailVerification.confirmEmail(input, visit.context));
    return problem ? profilePage(visit, problem) : { goTo: visit.returnTo ?? '/account?done=verified' };
  };

  return [
    ...site.routes({
      path: '/account/email/verification/code',
      operation: confirmEmail,
      get: toPage('/account'),
      post: postVerificationCode,
    }),
    ...site.routes({
      path: '/account/email/verification',
      operation: sendEmailVerification,
      get: toPage('/account'),
      post: sendVerification,
    }),
  ];
}
