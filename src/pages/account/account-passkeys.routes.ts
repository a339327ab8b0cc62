import type { ListedPasskey } from '../../accounts/factors/passkey.answers';
import type { Services } from '../../compose/services';
import {
  addPasskey,
  addPasskeyOptions,
  noSuchPasskey,
  removePasskey,
  renamePasskey,
} from '../../features/passkeys/passkeys.operations';
import type { AppError } from '../../platform/errors/app-error';
import { notFound } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { jsonObjectOf } from '../kit/json-field';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import { type AccountFacts, offersOf } from './account-facts';
import { withProof } from './account-proof';
import { toPage } from './account-visit';
import { backToSecurity, type SecurityScreens, securityPath } from './security-screens';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./account-security.page') as typeof import('./account-security.page.js');

/** The pages on which a person adds, renames and removes passkeys. */
export function accountPasskeyRoutes(
  site: Site,
  services: Pick<Services, 'passkeys' | 'stepUps'>,
  screens: SecurityScreens,
): Route[] {
  const { passkeys, stepUps } = services;
  const { frameOf, added } = screens;
  const addPasskeyPage = (visit: Visit, problem: AppError | null = null): Promise<Answer> =>
    withProof(
      stepUps,
      visit,
      `${securityPath}/passkeys/add`,
      async ({ proof }) => {
        // Nothing more has to be asked.
        const { result, problem: other } =
          proof === 'earlier'
            ? await attempt(passkeys.addPasskeyOptions({}, visit.context))
            : { result: null, problem: null };
        const shown = problem ?? other;
        const props = { proof, options: result?.options ?? null, problem: shown, ...(await frameOf(visit)) };
        return show(pages().AddPasskeyPage, props, shown);
      },
      { addsWayIn: true },
    );

  const passkeyOptions = async (visit: Visit): Promise<Answer> => {
    const input = { currentPassword: visit.form.get('current_password') };
    const { result, problem } = await attempt(passkeys.addPasskeyOptions(input, visit.context));
    if (problem) return addPasskeyPage(visit, problem);
    const { options } = result;
    return show(pages().AddPasskeyPage, { proof: 'password', options, problem, ...(await frameOf(visit)) });
  };

  const postAddPasskey = async (visit: Visit): Promise<Answer> => {
    const input = { passkey: jsonObjectOf(visit.form.get('passkey')) };
    const { result, problem } = await attempt(passkeys.addPasskey(input, visit.context));
    if (problem) return addPasskeyPage(visit, problem);
    await visit.renewSession();
    return added(visit, result.recoveryCodes, 'passkey-added');
  };

  return [
    ...site.routes({
      path: `${securityPath}/passkeys`,
      operation: addPasskey,
      get: toPage(`${securityPath}/passkeys/add`),
      post: postAddPasskey,
    }),
    ...site.routes({
      path: `${securityPath}/passkeys/add`,
      operation: addPasskeyOptions,
      get: (visit) => addPasskeyPage(visit),
      post: passkeyOptions,
    }),
    ...passkeyRoutes(site, services, screens),
  ];
}

/** The page of one passkey. */
function passkeyRoutes(
  site: Site,
  { passkeys, stepUps }: Pick<Services, 'passkeys' | 'stepUps'>,
  { factsAndFrameOf, confirmation }: SecurityScreens,
): Route[] {
  const passkeyIn = ({ factors: own }: AccountFacts, { params }: Visit): ListedPasskey => {
    const passkey = own.passkeys.find(({ id }) => id === params.id);
    if (!passkey) throw notFound(noSuchPasskey);
    return passkey;
  };

  const passkeyPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const { facts, ...frame } = await factsAndFrameOf(visit);
    const passkey = passkeyIn(facts, visit);
    const typed = problem && (visit.form.get('name') ?? '');
    const canRemove = offersOf(facts).removePasskey(passkey);
    return show(pages().PasskeyPage, { passkey, canRemove, typed, problem, ...frame }, problem);
  };

  const postRenamePasskey = async (visit: Visit): Promise<Answer> => {
    const input = { id: visit.params.id, name: visit.form.get('name') };
    const { problem } = await attempt(passkeys.renamePasskey(input, visit.context));
    return problem ? passkeyPage(visit, problem) : backToSecurity(visit, 'passkey-renamed');
  };

  return [
    ...site.routes({
      path: `${securityPath}/passkeys/:id`,
      operation: renamePasskey,
      get: (visit) => passkeyPage(visit),
      post: postRenamePasskey,
    }),
    ...site.routes({
      path: `${securityPath}/passkeys/:id/remove`,
      operation: removePasskey,
      get: async (visit) => {
        const shown = await factsAndFrameOf(visit);
        const passkey = passkeyIn(shown.facts, visit);
        if (!offersOf(shown.facts).removePasskey(passkey)) return toPage(securityPath)(visit);
        const page = async () => show(pages().RemovePasskeyPage, { passkey, ...shown });
        const path = `passkeys/${passkey.id}/remove`;
        return passkey.automatic
          ? withProof(stepUps, visit, `${securityPath}/${path}`, page, { onlyRecent: true })
          : confirmation(visit, path, page);
      },
      post: async (visit) => {
        await passkeys.removePasskey({ id: visit.params.id }, visit.context);
        return backToSecurity(visit, 'passkey-removed');
      },
    }),
  ];
}
