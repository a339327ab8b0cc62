import type { Services } from '../../compose';
import { hasEmailLogin } from '../../features/email-login/email-login.settings';
import {
  confirmTotp,
  enrollTotp,
  regenerateRecoveryCodes,
  removeTotp,
  setTwoStep,
} from '../../features/mfa/mfa.operations';
import type { ListedPasskey } from '../../features/mfa/passkey-factor';
import {
  addPasskey,
  addPasskeyOptions,
  removePasskey,
  renamePasskey,
} from '../../features/passkeys/passkeys.operations';
import { sendsMails } from '../../platform/email/email.settings';
import { type AppError, notFound } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { jsonObjectOf } from '../kit/json-field';
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';
import { type AccountFacts, offersOf } from './account-facts';
import { withProof } from './account-proof';
import type { SecurityNote } from './account-security.page';
import type { Section } from './account-shell.page';
import { type AccountSettings, type FindPerson, toPage } from './account-visit';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./account-security.page') as typeof import('./account-security.page.js');

const path = '/account/security';
export const securitySection: Section = { path, icon: 'shield', label: ({ account }) => account.nav.security };
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
/** A person who came from elsewhere, such as from an application that asks for a second factor, goes on. */
const done = ({ returnTo }: Visit, note: SecurityNote): Answer => ({ goTo: returnTo ?? `${path}?done=${note}` });

/** The pages of passkeys, of the authenticator app and of recovery codes. */
export function accountSecurityRoutes(
  site: Site,
  { factors, passkeys, identities, stepUps }: Services,
  settings: AccountSettings,
  find: FindPerson,
): Route[] {
  const frameOf = async (visit: Visit) => ({ nav: (await find(visit)).nav, returnTo: visit.returnTo });

  const factsAndFrameOf = async (visit: Visit) => {
    const { user, nav } = await find(visit);
    const facts: AccountFacts = {
      user,
      factors: await factors.factors(visit.context),
      identities: await identities.list(visit.context),
      providers: settings.providers,
      passkeys: settings.passkeys,
      emailLogin: hasEmailLogin(settings),
      sendsMails: sendsMails(settings),
      isActing: visit.acting !== null,
    };
    return { facts, nav, returnTo: visit.returnTo };
  };

  /** Codes are shown once, so they are the answer to the form itself. */
  const added = async (visit: Visit, codes: readonly string[], note: SecurityNote): Promise<Answer> =>
    codes.length > 0 ? show(pages().RecoveryCodesPage, { codes, ...(await frameOf(visit)) }) : done(visit, note);

  const securityPage = async (visit: Visit): Promise<Answer> =>
    show(pages().SecurityPage, { note: noteOf(visit, notes), ...(await factsAndFrameOf(visit)) });

  const addPasskeyPage = (visit: Visit, problem: AppError | null = null): Promise<Answer> =>
    withProof(
      stepUps,
      visit,
      `${path}/passkeys/add`,
      async ({ proof }) => {
        // Nothing more has to be asked.
        const { result, problem: other } =
          proof === 'earlier' ? await attempt(passkeys.addOptions({}, visit.context)) : { result: null, problem: null };
        const shown = problem ?? other;
        const props = { proof, options: result?.options ?? null, problem: shown, ...(await frameOf(visit)) };
        return show(pages().AddPasskeyPage, props, shown);
      },
      { addsWayIn: true },
    );

  const passkeyOptions = async (visit: Visit): Promise<Answer> => {
    const input = { currentPassword: visit.form.get('current_password') };
    const { result, problem } = await attempt(passkeys.addOptions(input, visit.context));
    if (problem) return addPasskeyPage(visit, problem);
    const { options } = result;
    return show(pages().AddPasskeyPage, { proof: 'password', options, problem, ...(await frameOf(visit)) });
  };

  const postAddPasskey = async (visit: Visit): Promise<Answer> => {
    const input = { passkey: jsonObjectOf(visit.form.get('passkey')) };
    const { result, problem } = await attempt(passkeys.add(input, visit.context));
    if (problem) return addPasskeyPage(visit, problem);
    await visit.renewSession();
    return added(visit, result.recoveryCodes, 'passkey-added');
  };

  const passkeyIn = ({ factors: own }: AccountFacts, { params }: Visit): ListedPasskey => {
    const passkey = own.passkeys.find(({ id }) => id === params.id);
    if (!passkey) throw notFound('ownPasskey');
    return passkey;
  };

  const passkeyPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const { facts, ...frame } = await factsAndFrameOf(visit);
    const passkey = passkeyIn(facts, visit);
    const typed = problem && (visit.form.get('name') ?? '');
    const canRemove = offersOf(facts).removeFactor('passkey');
    return show(pages().PasskeyPage, { passkey, canRemove, typed, problem, ...frame }, problem);
  };

  const postRenamePasskey = async (visit: Visit): Promise<Answer> => {
    const input = { id: visit.params.id, name: visit.form.get('name') };
    const { problem } = await attempt(passkeys.rename(input, visit.context));
    return problem ? passkeyPage(visit, problem) : done(visit, 'passkey-renamed');
  };

  const totpPage = (visit: Visit, problem: AppError | null = null): Promise<Answer> =>
    withProof(
      stepUps,
      visit,
      `${path}/totp`,
      async ({ proof }) => show(pages().AddTotpPage, { proof, problem, ...(await frameOf(visit)) }, problem),
      { addsWayIn: true },
    );

  const postEnrollTotp = async (visit: Visit): Promise<Answer> => {
    const input = { currentPassword: visit.form.get('current_password') };
    const { result, problem } = await attempt(factors.enrollTotp(input, visit.context));
    if (problem) return totpPage(visit, problem);
    const { secret, uri } = result;
    return show(pages().ConfirmTotpPage, { secret, uri, problem, ...(await frameOf(visit)) });
  };

  const postConfirmTotp = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    const { result, problem } = await attempt(factors.confirmTotp({ code: form.get('code') }, context));
    if (!problem) {
      await visit.renewSession();
      return added(visit, result.recoveryCodes, 'totp-added');
    }
    const [secret, uri] = [form.get('secret'), form.get('uri')];
    if (!secret || !uri) return totpPage(visit, problem);
    return show(pages().ConfirmTotpPage, { secret, uri, problem, ...(await frameOf(visit)) }, problem);
  };

  const twoStepPage = async (visit: Visit): Promise<Answer> => {
    const shown = await factsAndFrameOf(visit);
    const { switchOn, switchOff } = offersOf(shown.facts);
    if (!switchOn && !switchOff) return { goTo: visit.returnTo ?? path };
    return confirmation(visit, 'two-step', async () => show(pages().SwitchTwoStepPage, shown));
  };

  const postTwoStep = async (visit: Visit): Promise<Answer> => {
    const input = { enabled: visit.form.get('enabled') === 'true' };
    const { recoveryCodes } = await factors.setTwoStep(input, visit.context);
    if (!input.enabled) return done(visit, 'two-step-off');
    return recoveryCodes.length > 0
      ? show(pages().RecoveryCodesPage, { codes: recoveryCodes, ...(await frameOf(visit)) })
      : { goTo: visit.returnTo ?? path };
  };

  /** A page that asks before a change that only a person with a second factor can make. */
  const confirmation = (visit: Visit, own: string, page: () => Promise<Answer>) =>
    withProof(stepUps, visit, `${path}/${own}`, ({ hasFactor }) => (hasFactor ? page() : toPage(path)(visit)));

  return [
    ...site.routes({ path, get: securityPage }),
    ...site.routes({
      path: `${path}/passkeys`,
      operation: addPasskey,
      get: toPage(`${path}/passkeys/add`),
      post: postAddPasskey,
    }),
    ...site.routes({
      path: `${path}/passkeys/add`,
      operation: addPasskeyOptions,
      get: (visit) => addPasskeyPage(visit),
      post: passkeyOptions,
    }),
    ...site.routes({
      path: `${path}/passkeys/:id`,
      operation: renamePasskey,
      get: (visit) => passkeyPage(visit),
      post: postRenamePasskey,
    }),
    ...site.routes({
      path: `${path}/passkeys/:id/remove`,
      operation: removePasskey,
      get: async (visit) => {
        const shown = await factsAndFrameOf(visit);
        const passkey = passkeyIn(shown.facts, visit);
        if (!offersOf(shown.facts).removeFactor('passkey')) return toPage(path)(visit);
        return confirmation(visit, `passkeys/${passkey.id}/remove`, async () =>
          show(pages().RemovePasskeyPage, { passkey, ...shown }),
        );
      },
      post: async (visit) => {
        await passkeys.remove({ id: visit.params.id }, visit.context);
        return done(visit, 'passkey-removed');
      },
    }),
    ...site.routes({
      path: `${path}/totp`,
      operation: enrollTotp,
      get: (visit) => totpPage(visit),
      post: postEnrollTotp,
    }),
    ...site.routes({
      path: `${path}/totp/confirm`,
      operation: confirmTotp,
      get: toPage(`${path}/totp`),
      post: postConfirmTotp,
    }),
    ...site.routes({
      path: `${path}/totp/remove`,
      operation: removeTotp,
      get: async (visit) => {
        const shown = await factsAndFrameOf(visit);
        if (!offersOf(shown.facts).removeFactor('totp')) return toPage(path)(visit);
        return confirmation(visit, 'totp/remove', async () => show(pages().RemoveTotpPage, shown));
      },
      post: async (visit) => {
        await factors.removeTotp(visit.context);
        return done(visit, 'totp-removed');
      },
    }),
    ...site.routes({
      path: `${path}/two-step`,
      operation: setTwoStep,
      get: twoStepPage,
      post: postTwoStep,
    }),
    ...site.routes({
      path: `${path}/recovery-codes`,
      operation: regenerateRecoveryCodes,
      get: (visit) =>
        confirmation(visit, 'recovery-codes', async () => show(pages().NewRecoveryCodesPage, await frameOf(visit))),
      post: async (visit) => {
        const { recoveryCodes: codes } = await factors.regenerateRecoveryCodes(visit.context);
        return show(pages().RecoveryCodesPage, { codes, ...(await frameOf(visit)) });
      },
    }),
  ];
}
