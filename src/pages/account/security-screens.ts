import type { Services } from '../../compose/services';
import { hasEmailLogin } from '../../features/email-login/email-login.settings';
import { sendsMails } from '../../platform/email/email.settings';
import { type Answer, show, type Visit } from '../kit/site';
import type { AccountFacts } from './account-facts';
import { withProof } from './account-proof';
import type { SecurityNote } from './account-security.page';
import { type AccountSettings, type FindPerson, toPage } from './account-visit';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./account-security.page') as typeof import('./account-security.page.js');

export const securityPath = '/account/security';

/** A person who came from elsewhere, such as from an application that asks for a second factor, goes on. */
export const backToSecurity = ({ returnTo }: Visit, note: SecurityNote): Answer => ({
  goTo: returnTo ?? `${securityPath}?done=${note}`,
});

export type SecurityScreens = ReturnType<typeof securityScreens>;

/** What the pages of all ways to prove oneself share. */
export function securityScreens(
  { factors, identities, stepUps }: Pick<Services, 'factors' | 'identities' | 'stepUps'>,
  settings: AccountSettings,
  find: FindPerson,
) {
  const frameOf = async (visit: Visit) => ({ nav: (await find(visit)).nav, returnTo: visit.returnTo });

  const factsAndFrameOf = async (visit: Visit) => {
    const { user, nav } = await find(visit);
    const facts: AccountFacts = {
      user,
      factors: await factors.factors(visit.context),
      identities: await identities.identities(visit.context),
      providers: settings.providers,
      passkeys: settings.passkeys,
      passkeyRpId: settings.passkeyRpId,
      emailLogin: hasEmailLogin(settings),
      sendsMails: sendsMails(settings),
      isActing: visit.acting !== null,
    };
    return { facts, nav, returnTo: visit.returnTo };
  };

  /** Codes are shown once, so they are the answer to the form itself. */
  const added = async (visit: Visit, codes: readonly string[], note: SecurityNote): Promise<Answer> =>
    codes.length > 0
      ? show(pages().RecoveryCodesPage, { codes, ...(await frameOf(visit)) })
      : backToSecurity(visit, note);

  /** A page that asks before a change that only a person with a second factor can make. */
  const confirmation = (visit: Visit, own: string, page: () => Promise<Answer>) =>
    withProof(stepUps, visit, `${securityPath}/${own}`, ({ hasFactor }) =>
      hasFactor ? page() : toPage(securityPath)(visit),
    );

  return { frameOf, factsAndFrameOf, added, confirmation };
}
