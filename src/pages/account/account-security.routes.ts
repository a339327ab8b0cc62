import type { Services } from '../../compose/services';
import { regenerateRecoveryCodes, setTwoStep } from '../../features/mfa/mfa.operations';
import type { Route } from '../../platform/http/routes';
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';
import { offersOf } from './account-facts';
import { accountPasskeyRoutes } from './account-passkeys.routes';
import type { SecurityNote } from './account-security.page';
import type { Section } from './account-shell.page';
import { accountTotpRoutes } from './account-totp.routes';
import type { AccountSettings, FindPerson } from './account-visit';
import { backToSecurity, securityPath, securityScreens } from './security-screens';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./account-security.page') as typeof import('./account-security.page.js');

export const securitySection: Section = {
  path: securityPath,
  icon: 'shield',
  label: ({ account }) => account.nav.security,
};
const notes: readonly SecurityNote[] = [
  'passkey-added',
  'passkey-renamed',
  'passkey-removed',
  'totp-added',
  'totp-removed',
  'two-step-off',
  'provider-connected',
  'provider-disconnected',
];
/** The pages of second factors, of two-step sign-in and of recovery codes. */
export function accountSecurityRoutes(
  site: Site,
  services: Services,
  settings: AccountSettings,
  find: FindPerson,
): Route[] {
  const { factors } = services;
  const screens = securityScreens(services, settings, find);
  const { frameOf, factsAndFrameOf, confirmation } = screens;

  const securityPage = async (visit: Visit): Promise<Answer> =>
    show(pages().SecurityPage, { note: noteOf(visit, notes), ...(await factsAndFrameOf(visit)) });

  const twoStepPage = async (visit: Visit): Promise<Answer> => {
    const shown = await factsAndFrameOf(visit);
    const { switchOn, switchOff } = offersOf(shown.facts);
    if (!switchOn && !switchOff) return { goTo: visit.returnTo ?? securityPath };
    return confirmation(visit, 'two-step', async () => show(pages().SwitchTwoStepPage, shown));
  };

  const postTwoStep = async (visit: Visit): Promise<Answer> => {
    const input = { enabled: visit.form.get('enabled') === 'true' };
    const { recoveryCodes } = await factors.setTwoStep(input, visit.context);
    if (!input.enabled) return backToSecurity(visit, 'two-step-off');
    return recoveryCodes.length > 0
      ? show(pages().RecoveryCodesPage, { codes: recoveryCodes, ...(await frameOf(visit)) })
      : { goTo: visit.returnTo ?? securityPath };
  };

  return [
    ...site.routes({ path: securityPath, get: securityPage }),
    ...site.routes({
      path: `${securityPath}/two-step`,
      operation: setTwoStep,
      get: twoStepPage,
      post: postTwoStep,
    }),
    ...site.routes({
      path: `${securityPath}/recovery-codes`,
      operation: regenerateRecoveryCodes,
      get: (visit) =>
        confirmation(visit, 'recovery-codes', async () => show(pages().NewRecoveryCodesPage, await frameOf(visit))),
      post: async (visit) => {
        const { recoveryCodes: codes } = await factors.regenerateRecoveryCodes(visit.context);
        return show(pages().RecoveryCodesPage, { codes, ...(await frameOf(visit)) });
      },
    }),
    ...accountPasskeyRoutes(site, services, screens),
    ...accountTotpRoutes(site, services, screens),
  ];
}
