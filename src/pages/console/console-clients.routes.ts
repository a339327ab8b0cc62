import type { AdminServices } from '../../features/administration/administration.module';
import {
  createOauthClient,
  deleteOauthClient,
  rotateOauthClientSecret,
  updateOauthClient,
} from '../../features/oauth-clients/client-administration.operations';
import type { OAuthClient } from '../../features/oauth-clients/oauth-client';
import { openidScopes } from '../../features/oauth-clients/openid-scopes';
import type { AppError } from '../../platform/errors/app-error';
import type { FormBody } from '../../platform/http/form-body';
import { bodyBytes } from '../../platform/http/http-limits';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { jsonObjectOf } from '../kit/json-field';
import { type Answer, noteOf, type Site, show, type Visit } from '../kit/site';
import type { ClientAction, ClientNotice, ClientValues } from './console-clients.page';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./console-clients.page') as typeof import('./console-clients.page.js');

const listPath = '/console/clients';
const notices: readonly ClientNotice[] = ['saved', 'unchanged', 'repeated', 'enable', 'disable', 'delete'];

const operations = {
  secret: rotateOauthClientSecret,
  enable: updateOauthClient,
  disable: updateOauthClient,
  delete: deleteOauthClient,
} as const satisfies Record<ClientAction, object>;

const idOf = ({ params }: Visit): string => params.id ?? '';
const pathOf = (id: string, done: ClientNotice): string => `${listPath}/${encodeURIComponent(id)}?done=${done}`;

/** The OAuth clients. */
export function consoleClientsRoutes(site: Site, { clients }: Pick<AdminServices, 'clients'>): Route[] {
  const clientOf = (visit: Visit) => clients.get({ id: idOf(visit) }, visit.context);

  const newPage = async (visit: Visit, values: ClientValues, problem: AppError | null = null): Promise<Answer> =>
    show(pages().ConsoleNewClientPage, { formId: visit.openForm(), values, problem }, problem);

  const create = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    // Decides whether the person may do this.
    await clients.list(context);
    // A browser that loads the answer again would create another client.
    if (!visit.isOpenForm()) return { goTo: `${listPath}?done=repeated` };
    const input = { kind: form.get('kind'), ...fieldsIn(form) };
    // A service has no fields for people, whatever the form has.
    if (input.kind === 'service') Object.assign(input, { redirectUris: [], postLogoutRedirectUris: [] });
    const { result, problem } = await attempt(clients.create(input, context));
    if (problem) return newPage(visit, Object.fromEntries(form), problem);
    visit.closeForm();
    return show(pages().ConsoleClientSecretPage, result);
  };

  const clientPage = async (visit: Visit): Promise<Answer> => {
    const client = await clientOf(visit);
    const notice = noteOf(visit, notices);
    const values = valuesOf(client);
    return show(pages().ConsoleClientPage, { client, values, shown: values, notice, problem: null });
  };

  const edit = async (visit: Visit): Promise<Answer> => {
    const { form, context } = visit;
    const client = await clientOf(visit);
    const shown: ClientValues = { ...valuesOf(client), ...jsonObjectOf(form.get('shown')) };
    const changes = changesIn(form, shown);
    if (Object.keys(changes).length === 0) return { goTo: pathOf(client.id, 'unchanged') };
    const { problem } = await attempt(clients.update({ id: client.id, ...changes }, context));
    if (!problem) return { goTo: pathOf(client.id, 'saved') };
    const props = { client, values: Object.fromEntries(form), shown, notice: null, problem };
    return show(pages().ConsoleClientPage, props, problem);
  };

  const actionRoutes = (Object.keys(operations) as ClientAction[]).flatMap((action) => {
    const confirmPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
      const client = await clientOf(visit);
      return show(pages().ConsoleClientConfirmPage, { action, client, formId: visit.openForm(), problem }, problem);
    };
    return site.routes({
      path: `${listPath}/:id/${action}`,
      operation: operations[action],
      get: (visit) => confirmPage(visit),
      post: async (visit) => {
        const id = idOf(visit);
        const { form, context } = visit;
        if (action === 'secret') {
          await clientOf(visit);
          // A browser that loads the answer again would replace the secret again.
          if (!visit.isOpenForm()) return { goTo: pathOf(id, 'repeated') };
          const { result, problem } = await attempt(clients.rotateSecret({ id, atOnce: form.has('at_once') }, context));
          if (problem) return confirmPage(visit, problem);
          visit.closeForm();
          return show(pages().ConsoleClientSecretPage, result);
        }
        if (action === 'delete') {
          const { problem } = await attempt(clients.delete({ id }, context));
          return problem ? confirmPage(visit, problem) : { goTo: `${listPath}?done=delete` };
        }
        const { problem } = await attempt(clients.update({ id, disabled: action === 'disable' }, context));
        return problem ? confirmPage(visit, problem) : { goTo: pathOf(id, action) };
      },
    });
  });

  return [
    ...site.routes({
      path: listPath,
      get: async (visit) => {
        const listed = await clients.list(visit.context);
        return show(pages().ConsoleClientsPage, { clients: listed, notice: noteOf(visit, notices) });
      },
    }),
    // Before the page of a client, because an id could be any word.
    ...site.routes({
      path: `${listPath}/new`,
      operation: createOauthClient,
      bodyBytes: bodyBytes.admin,
      get: async (visit) => {
        // A person who may not create clients does not see the form.
        await clients.list(visit.context);
        return newPage(visit, { kind: 'web', scopes: Object.keys(openidScopes).join(' ') });
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

const wordsIn = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter(Boolean);

/** A URI has no white space, so each line is one. */
const fieldsIn = (form: FormBody) => ({
  name: form.get('name') ?? '',
  redirectUris: wordsIn(form.get('redirect_uris')),
  postLogoutRedirectUris: wordsIn(form.get('post_logout_redirect_uris')),
  scopes: wordsIn(form.get('scopes')),
  audience: form.get('audience')?.trim() || null,
  firstParty: form.has('first_party'),
  pkceRequired: !form.has('without_pkce'),
  idTokenAlg: form.get('id_token_alg') ?? 'RS256',
});

/**
 * Only the fields that differ from what the form has shown, so that an older form does not undo the changes of another
 * super admin.
 */
function changesIn(form: FormBody, shown: ClientValues): Record<string, unknown> {
  const filled = Object.entries(shown).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const before: Readonly<Record<string, unknown>> = fieldsIn(new Map(filled));
  const given = Object.entries(fieldsIn(form));
  return Object.fromEntries(given.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])));
}

const valuesOf = (client: OAuthClient): ClientValues => ({
  name: client.name,
  redirect_uris: client.redirectUris.join('\n'),
  post_logout_redirect_uris: client.postLogoutRedirectUris.join('\n'),
  scopes: client.scopes.join(' '),
  audience: client.audience ?? '',
  first_party: client.firstParty ? 'yes' : undefined,
  without_pkce: client.pkceRequired ? undefined : 'yes',
  // The form of a service does not have it.
  id_token_alg: client.kind === 'service' ? undefined : client.idTokenAlg,
});
