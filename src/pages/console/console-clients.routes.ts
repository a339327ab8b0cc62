import { isAdminScope } from '../../accounts/applications/admin-scope';
import { type ClientKind, clientKinds, type OAuthClient } from '../../accounts/applications/oauth-client';
import { scopesOfNewClients } from '../../accounts/users/openid-scopes';
import type { AdminServices } from '../../compose/administration';
import {
  createOauthClient,
  deleteOauthClient,
  rotateOauthClientSecret,
  updateOauthClient,
} from '../../features/oauth-clients/client-administration.operations';
import type { FormBody } from '../../platform/http/form-body';
import { bodyBytes } from '../../platform/http/http-limits';
import type { Route } from '../../platform/http/routes';
import { scopeOfMachine } from '../../platform/operations/define-operation';
import { keysOf } from '../../platform/runtime/keys-of';
import { type Site, show } from '../kit/site';
import type { SecretHolderValues } from './console-secrets.page';
import { secretHolderRoutes } from './console-secrets.routes';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./console-clients.page') as typeof import('./console-clients.page.js');

/** The OAuth clients. */
export const consoleClientsRoutes = (
  site: Site,
  { clients }: Pick<AdminServices, 'clients'>,
  config: { publicUrl: string; organizations: unknown },
): Route[] =>
  secretHolderRoutes(site, {
    listPath: '/console/clients',
    operations: {
      create: createOauthClient,
      update: updateOauthClient,
      secret: rotateOauthClientSecret,
      enable: updateOauthClient,
      disable: updateOauthClient,
      delete: deleteOauthClient,
    },
    bodyBytes: bodyBytes.admin,
    service: {
      list: (context) => clients.oauthClients(context),
      get: (input, context) => clients.oauthClient(input, context),
      create: (input, context) => clients.createOauthClient(input, context),
      update: (input, context) => clients.updateOauthClient(input, context),
      delete: (input, context) => clients.deleteOauthClient(input, context),
      rotateSecret: (input, context) => clients.rotateOauthClientSecret(input, context),
    },
    fieldsIn,
    newFieldsIn,
    valuesOf,
    newValues: ({ query }) => {
      const kind = kindIn(query.get('kind'));
      return { kind, scopes: kind === 'service' ? '' : scopesOfNewClients(config).join(' ') };
    },
    show: {
      list: (listed, notice) => show(pages().ConsoleClientsPage, { clients: listed, notice }),
      one: ({ holder: client, ...props }) =>
        show(pages().ConsoleClientPage, { ...props, client, publicUrl: config.publicUrl }, props.problem),
      newOne: (props) =>
        show(pages().ConsoleNewClientPage, { ...props, kind: kindIn(props.values.kind) }, props.problem),
      confirm: ({ holder: client, ...props }) =>
        show(pages().ConsoleClientConfirmPage, { ...props, client }, props.problem),
      secret: (issued) => show(pages().ConsoleClientSecretPage, { ...issued, publicUrl: config.publicUrl }),
    },
  }).routes;

/** A service has no fields for people, whatever the form has. */
function newFieldsIn(form: FormBody): Record<string, unknown> {
  const kind = form.get('kind');
  const ofPeople = { redirectUris: [], postLogoutRedirectUris: [], backchannelLogoutUri: null };
  return { kind, ...fieldsIn(form), ...(kind === 'service' && ofPeople) };
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
  deviceGrant: form.has('device_grant'),
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
  device_grant: client.deviceGrant ? 'yes' : undefined,
  logo: client.logoUri ?? '',
  policy_uri: client.policyUri ?? '',
  tos_uri: client.tosUri ?? '',
  // The form of a service does not have it.
  id_token_alg: client.kind === 'service' ? undefined : client.idTokenAlg,
});
