import { createArrivalProbe, createExaminer } from '../doctor/examiner';
import { createAccountDeletion, createDeletions } from './account-deletion';
import { createAdministration } from './administration';
import { createApiKeys } from './api-keys';
import { createAuth } from './auth';
import { closeServices, createBackground } from './background';
import { createDevices } from './devices';
import { createEmailChange } from './email-change';
import { createEmailLogin } from './email-login';
import { createAccountRules, createEmailVerification } from './email-verification';
import { metrics } from './features';
import { createFederation } from './federation';
import { createConnecting, createIdentities } from './identities';
import { createMfa, createSecondFactors } from './mfa';
import { createOauthClients } from './oauth-clients';
import { createOpenid } from './openid';
import { createOrganizations } from './organizations';
import { createOwnData } from './own-data';
import { createOwnership } from './ownership';
import { createPasskeys } from './passkeys';
import { createPasswordChange } from './password-change';
import { createPasswords } from './passwords';
import { createProfile } from './profile';
import { createSessions } from './sessions';
import { createShared, defaultTimeLimits, type ServerNeeds } from './shared';
import { createTel } from './tel';

export type Services = ReturnType<typeof createServices>;

/** Creates the services of a server, in the order in which they need each other. Tests on slow machines change the time limits. */
export function createServices(needs: ServerNeeds, timeLimits = defaultTimeLimits) {
  const shared = createShared(needs, timeLimits);
  const sessions = createSessions(shared);
  const passwords = createPasswords(shared, sessions, needs.hasher);
  const deletions = createDeletions(shared);
  const factors = createSecondFactors(shared, sessions);
  const rules = { ...createAccountRules(shared, deletions), ...createOwnership(shared) };
  const clients = createOauthClients(shared);
  const openid = createOpenid(shared, { ...sessions, ...passwords, ...factors, ...rules, ...clients });
  const accounts = {
    ...sessions,
    ...passwords,
    ...deletions,
    ...createConnecting(shared),
    ...factors,
    ...rules,
    ...clients,
  };
  const devices = createDevices(shared, openid);
  const passwordChange = createPasswordChange(shared, accounts);
  const organizations = createOrganizations(shared, { ...accounts, ...passwordChange });
  const tel = createTel(shared);
  const background = createBackground(shared, { ...accounts, ...tel });
  const all = { ...shared, ...accounts, ...openid, ...devices, ...organizations, ...tel, ...background };
  return {
    audit: all.audit,
    apiKeyVerifier: all.apiKeyVerifier,
    keys: all.keys,
    revocations: all.revocations,
    oneTimeTokens: all.oneTimeTokens,
    hashQueue: all.hashQueue,
    listedPasswordNotices: all.listedPasswordNotices,
    eraser: all.eraser,
    clientOrigins: all.clientOrigins,
    mailbox: all.mailbox,
    readiness: all.readiness,
    figureCounter: all.figureCounter,
    ...createAuth(shared, { ...accounts, secondFactors: factors.logins }),
    ...createEmailVerification(shared, accounts),
    ...passwordChange,
    ...createEmailChange(shared, accounts),
    ...createEmailLogin(shared, accounts),
    ...createIdentities(shared, accounts),
    ...openid,
    ...devices,
    ...createProfile(shared, accounts),
    tel: all.tel,
    ...createOwnData(shared, accounts),
    ...createAccountDeletion(shared, accounts),
    ...createMfa(shared, accounts),
    ...createPasskeys(shared, accounts),
    ...organizations,
    ...createApiKeys(shared, { ...accounts, ...openid }),
    federation: createFederation(shared),
    botChallenges: all.botChallenges,
    arrivalProbe: createArrivalProbe(shared),
    administration: createAdministration(shared, accounts, createExaminer(needs)),
    metrics: metrics.flatMap((read) => read(all)),
    close: () => closeServices(all),
  };
}
