import { isAdminScope } from '../../accounts/applications/admin-scope';
import { type ClientKind, clientKinds, type OAuthClient } from '../../accounts/applications/oauth-client';
import { openidScopes } from '../../accounts/users/openid-scopes';
import type { AdminServices } from '../../compose/administration';
import {
  createOauthClient,
  deleteOauthClient,
  rotateOauthClientSecret,
  updateOauthClient,
} from '../../features/oauth-clients/client-administration.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { FormBody } from '../../platform/http/form-body';
import { bodyBytes } from '../../platform/http/http-limits';
import type { Route } from '../../platform/http/routes';
import { scopeOfMachine } from '../../platform/operations/define-operation';
import { keysOf } from '../../platform/runtime/keys-of';
import { attempt } from '../kit/attempt';
import { jsonObjectOf } from '../kit/json-field';
import { type Answer, type Site, show, type Visit } from '../kit/site';
import type { SecretHolderValues } from './console-secrets.page';
import { changesIn, doneAt, idOf, noticeOf, secretHolderRoutes } from './console-secrets.routes';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./console-clients.page') as typeof import('./console-clients.page.js');

const listPath = '/console/clients';
const operations = {
  secret: rotateOauthClientSecret,
  enable: updateOauthClient,
  disable: updateOauthClient,
  delete: deleteOauthClient,
};

/** The OAuth clients. */
export function consoleClientsRoutes(
  site: Site,
  { clients }: Pick<AdminServices, 'clients'>,
  publicUrl: string,
): Route[] {
  const clientOf = (visit: Visit) => clients.oauthClient({ id: idOf(visit) }, visit.context);

  const newPage = async (visit: Visit, values: SecretHolderValues, problem: AppError | null = null): Promise<Answer> =>
    show(
      pages().ConsoleNewClientPage,
      { formId: visit.openForm(), kind: kindIn(values.kind), values, problem },
      problem,
    );

  const create = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    // Decides whether the person may do this.
    await clients.oauthClients(context);
    // A browser that loads the answer again would create another client.
    if (!visit.isOpenForm()) return { goTo: `${listPath}?done=repeated` };
    const input = { kind: form.get('kind'), ...fieldsIn(form) };
    // A service has no fields for people, whatever the form has.
    if (input.kind === 'service')
      Object.assign(input, { redirectUris: [], postLogoutRedirectUris: [], backchannelLogoutUri: null });
    const { result, problem } = await attempt(clients.createOauthClient(input, context));
    if (problem) return newPage(visit, Object.fromEntries(form), problem);
    visit.closeForm();
    return show(pages().ConsoleClientSecretPage, { ...result, publicUrl });
  };

  const clientPage = async (visit: Visit): Promise<Answer> => {
    const client = await clientOf(visit);
    const notice = noticeOf(visit);
    const values = valuesOf(client);
    return show(pages().ConsoleClientPage, { client, publicUrl, values, shown: values, notice, problem: null });
  };

  const edit = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    const client = await clientOf(visit);
    const shown: SecretHolderValues = { ...valuesOf(client), ...jsonObjectOf(form.get('shown')) };
    const changes = changesIn(fieldsIn, form, shown);
    if (Object.keys(changes).length === 0) return doneAt(listPath, client.id, 'unchanged');
    const { problem } = await attempt(clients.updateOauthClient({ id: client.id, ...changes }, context));
    if (!problem) return doneAt(listPath, client.id, 'saved');
    const props = { client, publicUrl, values: Object.fromEntries(form), shown, notice: null, problem };
    return show(pages().ConsoleClientPage, props, problem);
  };

  const actionRoutes = secretHolderRoutes(site, {
    listPath,
    operations,
    service: {
      get: (input, context) => clients.oauthClient(input, context),
      update: (input, context) => clients.updateOauthClient(input, context),
      delete: (input, context) => clients.deleteOauthClient(input, context),
      rotateSecret: (input, context) => clients.rotateOauthClientSecret(input, context),
    },
    showConfirm: ({ holder: client, ...props }) =>
      show(pages().ConsoleClientConfirmPage, { ...props, client }, props.problem),
    showSecret: (issued) => show(pages().ConsoleClientSecretPage, { ...issued, publicUrl }),
  });

  return [
    ...site.routes({
      path: listPath,
      get: async (visit) => {
        const listed = await clients.oauthClients(visit.context);
        return show(pages().ConsoleClientsPage, { clients: listed, notice: noticeOf(visit) });
      },
    }),
    // Before the page of a client, because an id could be any word.
    ...site.routes({
      path: `${listPath}/new`,
      operation: createOauthClient,
      bodyBytes: bodyBytes.admin,
      get: async (visit) => {
        // A person who may not create clients does not see the form.
        await clients.oauthClients(visit.context);
        const kind = kindIn(visit.query.get('kind'));
        return newPage(visit, { kind, scopes: kind === 'service' ? '' : Object.keys(openidScopes).join(' ') });
      },
      post: create,
    }),
    ...site.routes({
      path: `${listPath}/:id`,
      operation: updateOauthClient,
      bodyBytes: bodyBytes.admin,
      get: clientPage,
      post: edit,
    }),
    ...actionRoutes,
  ];
}

const kindIn = (text: string | null | undefined): ClientKind => clientKinds.find((kind) => kind === text) ?? 'web';

const wordsIn = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter(Boolean);

/** The check boxes of a service. */
const adminBoxes = { admin_read: scopeOfMachine('read'), admin_users: scopeOfMachine('users') };

/** A URI has no white space, so each line is one. */
const fieldsIn = (form: FormBody) => ({
  name: form.get('name') ?? '',
  redirectUris: wordsIn(form.get('redirect_uris')),
  postLogoutRedirectUris: wordsIn(form.get('post_logout_redirect_uris')),
  backchannelLogoutUri: form.get('backchannel_logout_uri')?.trim() || null,
  scopes: [
    ...wordsIn(form.get('scopes')),
    ...keysOf(adminBoxes).flatMap((box) => (form.has(box) ? [adminBoxes[box]] : [])),
  ],
  audience: form.get('audience')?.trim() || null,
  firstParty: form.has('first_party'),
  pkceRequired: !form.has('without_pkce'),
  idTokenAlg: form.get('id_token_alg') ?? 'RS256',
  // Some programs break the lines of a data: URL.
  logoUri: wordsIn(form.get('logo')).join('') || null,
  policyUri: form.get('policy_uri')?.trim() || null,
  tosUri: form.get('tos_uri')?.trim() || null,
});

const valuesOf = (client: OAuthClient): SecretHolderValues => ({
  name: client.name,
  redirect_uris: client.redirectUris.join('\n'),
  post_logout_redirect_uris: client.postLogoutRedirectUris.join('\n'),
  backchannel_logout_uri: client.backchannelLogoutUri ?? '',
  // A service has check boxes for the others.
  scopes: client.scopes.filter((scope) => client.kind !== 'service' || !isAdminScope(scope)).join(' '),
  admin_read: client.scopes.includes(adminBoxes.admin_read) ? 'yes' : undefined,
  admin_users: client.scopes.includes(adminBoxes.admin_users) ? 'yes' : undefined,
  audience: client.audience ?? '',
  first_party: client.firstParty ? 'yes' : undefined,
  without_pkce: client.pkceRequired ? undefined : 'yes',
  logo: client.logoUri ?? '',
  policy_uri: client.policyUri ?? '',
  tos_uri: client.tosUri ?? '',
  // The form of a service does not have it.
  id_token_alg: client.kind === 'service' ? undefined : client.idTokenAlg,
});
