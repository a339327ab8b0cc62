import type { Identity } from '../../accounts/users/identity';
import type { Services } from '../../compose/services';
import {
  linkIdentity,
  noSuchIdentity,
  startProviderLogin,
  unlinkIdentity,
} from '../../features/identities/identities.operations';
import { AppError, notFound } from '../../platform/errors/app-error';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { errorIn, goToProvider, labelOf } from '../kit/provider';
import { withReturn } from '../kit/return-to';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import { type NeededProof, withProof } from './account-proof';
import { type AccountSettings, type FindPerson, toPage } from './account-visit';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./account-identities.page') as typeof import('./account-identities.page.js');

const security = '/account/security';
const done = ({ returnTo }: Visit, note: 'connected' | 'disconnected'): Answer => ({
  goTo: returnTo ?? `${security}?done=provider-${note}`,
});

type IdentitiesSettings = Pick<AccountSettings, 'providers' | 'passkeys'>;

/** Connects and disconnects the accounts at providers of a person. */
export function accountIdentitiesRoutes(
  site: Site,
  services: Services,
  settings: IdentitiesSettings,
  find: FindPerson,
): Route[] {
  const { identities, stepUps } = services;
  const { providers } = settings;
  const toAdd = (visit: Visit, path: string, form: (needed: NeededProof) => Promise<Answer>) =>
    withProof(stepUps, visit, path, form, { addsWayIn: true });

  const failed = async (visit: Visit, problem: AppError): Promise<Answer> =>
    show(pages().ConnectFailedPage, { problem, nav: (await find(visit)).nav }, problem);

  const connect = (visit: Visit): Promise<Answer> =>
    toAdd(visit, security, async () => {
      const { user } = await find(visit);
      const to = { returnTo: withReturn(`${security}/connect`, visit.returnTo), userId: user.id };
      const { result, problem } = await goToProvider(services, providers, visit, to);
      return result ?? failed(visit, problem);
    });

  /** The form, for a wrong password, can be sent again: only a connection uses the code or the token up. */
  const link = async (visit: Visit, code: string | null): Promise<Answer> => {
    const waits = code === null ? 'identityLink' : 'providerLogin';
    const waiting = visit.waiting(waits);
    const proof = code === null ? { token: waiting ?? '' } : { code, codeVerifier: waiting };
    const input = { ...proof, currentPassword: visit.form.get('current_password') };
    const { problem } = await attempt(identities.linkIdentity(input, visit.context));
    if (problem?.code === 'INVALID_CREDENTIALS' || problem?.code === 'VALIDATION_FAILED') {
      return connectForm(visit, code, problem);
    }
    visit.endWaiting(waits);
    return problem ? failed(visit, problem) : done(visit, 'connected');
  };

  const connectForm = (visit: Visit, code: string | null, problem: AppError | null = null): Promise<Answer> =>
    toAdd(visit, code === null ? `${security}/connect` : `${security}/connect?code=${code}`, async ({ proof }) => {
      // Nothing more has to be asked: the person has just come back from the provider.
      if (code !== null && proof !== 'password' && !problem) return link(visit, code);
      const { nav, user } = await find(visit);
      const { returnTo } = visit;
      return show(pages().ConnectPage, { email: user.email, code, proof, problem, returnTo, nav }, problem);
    });

  /** After a provider, or after a sign-in that was asked for because the address has an account. */
  const connectPage = async (visit: Visit): Promise<Answer> => {
    const problem = errorIn(visit.query);
    if (problem) return failed(visit, problem);
    const code = visit.query.get('code');
    if (code !== null && visit.waiting('providerLogin') === null)
      return failed(visit, new AppError('PROVIDER_REJECTED'));
    if (code === null && visit.waiting('identityLink') === null) return { goTo: visit.returnTo ?? security };
    return connectForm(visit, code);
  };

  return [
    ...site.routes({
      path: `${security}/providers/:id`,
      operation: startProviderLogin,
      get: toPage(security),
      post: connect,
    }),
    ...site.routes({
      path: `${security}/connect`,
      operation: linkIdentity,
      get: connectPage,
      post: (visit) => link(visit, visit.form.get('code') ?? null),
    }),
    ...disconnectRoutes(site, services, settings, find),
  ];
}

function disconnectRoutes(
  site: Site,
  { identities, stepUps }: Services,
  { providers, passkeys: canAddPasskey }: IdentitiesSettings,
  find: FindPerson,
): Route[] {
  const findIdentity = async ({ context, params }: Visit): Promise<Identity> => {
    const identity = (await identities.identities(context)).find(({ id }) => id === params.id);
    if (!identity) throw notFound(noSuchIdentity);
    return identity;
  };

  const disconnectPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
    const { id, provider } = await findIdentity(visit);
    const form = async () => {
      const { returnTo } = visit;
      const { nav } = await find(visit);
      const props = { id, label: labelOf(providers, provider), canAddPasskey, problem, returnTo, nav };
      return show(pages().DisconnectPage, props, problem);
    };
    return withProof(stepUps, visit, `${security}/identities/${id}/remove`, form, { onlyRecent: true });
  };

  return site.routes({
    path: `${security}/identities/:id/remove`,
    operation: unlinkIdentity,
    get: (visit) => disconnectPage(visit),
    post: async (visit) => {
      const { problem } = await attempt(identities.unlinkIdentity({ id: visit.params.id }, visit.context));
      return problem ? disconnectPage(visit, problem) : done(visit, 'disconnected');
    },
  });
}
