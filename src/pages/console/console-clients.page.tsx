import { type ClientKind, clientKinds, idTokenAlgs, type OAuthClient } from '../../features/oauth-clients/oauth-client';
import type { IssuedSecret } from '../../features/oauth-clients/oauth-clients.service';
import type { AppError } from '../../platform/errors/app-error';
import { Form, Note, Problem } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { Time } from '../kit/time.page';
import type { Words } from '../words/en';
import {
  CheckField,
  consolePage,
  Empty,
  Fact,
  Invalid,
  SelectField,
  shownOncePage,
  Table,
  TextField,
} from './console-parts.page';
import {
  type SecretHolderAction,
  type SecretHolderNotice,
  type SecretHolderValues,
  secretHolderConfirmPage,
} from './console-secrets.page';

export function ConsoleClientsPage(
  { clients, notice }: { clients: readonly OAuthClient[]; notice: SecretHolderNotice | null },
  context: ViewContext,
): Content {
  const { words, frame } = context;
  const { clients: texts } = words.console;
  return consolePage(
    {
      title: texts.title,
      section: 'clients',
      children: (
        <>
          <div>
            <h1>{texts.title}</h1>
            <p class="lead">{texts.text}</p>
          </div>
          {notice && <Note>{noticeText(notice, words)}</Note>}
          <p>
            <a class="button" href={`${frame.base}/console/clients/new`}>
              {texts.create}
            </a>
          </p>
          {clients.length === 0 ? (
            <Empty>{texts.empty}</Empty>
          ) : (
            <Table caption={texts.caption} head={[texts.name, texts.kind, texts.state, texts.created]}>
              {clients.map((client) => (
                <tr>
                  <th scope="row">
                    <a href={`${frame.base}/console/clients/${client.id}`} dir="auto">
                      {client.name}
                    </a>
                  </th>
                  <td>{texts.kinds[client.kind]}</td>
                  <td>
                    <ClientTags client={client} words={words} />
                  </td>
                  <td class="nowrap">
                    <Time at={client.createdTs} locale={frame.locale} />
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </>
      ),
    },
    context,
  );
}

const ClientTags = ({ client, words }: { client: OAuthClient; words: Words }) => (
  <span class="tags">
    {client.disabledTs && <span class="tag bad">{words.console.states.disabled}</span>}
    {client.firstParty && <span class="tag">{words.console.clients.firstParty}</span>}
  </span>
);

function noticeText(notice: SecretHolderNotice, { console: words }: Words): string {
  if (notice === 'saved' || notice === 'unchanged') return words.edit[notice];
  if (notice === 'repeated') return words.bulk.repeated;
  return words.clients.actions[notice].done;
}

interface ClientProps {
  client: OAuthClient;
  values: SecretHolderValues;
  /** What the form showed at first. */
  shown: SecretHolderValues;
  notice: SecretHolderNotice | null;
  problem: AppError | null;
}

export function ConsoleClientPage(props: ClientProps, context: ViewContext): Content {
  const { client, values, shown, notice, problem } = props;
  const { words, frame } = context;
  const { clients: texts, edit } = words.console;
  const path = `${frame.base}/console/clients/${client.id}`;
  const actions: SecretHolderAction[] = [
    ...(client.kind === 'public' ? [] : (['secret'] as const)),
    client.disabledTs ? 'enable' : 'disable',
    'delete',
  ];
  return consolePage(
    {
      title: client.name,
      section: 'clients',
      children: (
        <>
          <div>
            <h1 dir="auto">{client.name}</h1>
            <p class="lead">{texts.kinds[client.kind]}</p>
            <ClientTags client={client} words={words} />
          </div>
          {notice && <Note>{noticeText(notice, words)}</Note>}
          <Problem problem={problem} words={words} />
          <dl class="facts">
            <Fact name={texts.id}>
              <code>{client.id}</code>
            </Fact>
            <Fact name={texts.created}>
              <Time at={client.createdTs} locale={frame.locale} />
            </Fact>
            {client.kind !== 'public' && (
              <Fact name={texts.secretSince}>
                <Time at={client.secretTs} locale={frame.locale} />
              </Fact>
            )}
            {client.previousUntilTs && (
              <Fact name={texts.previousUntil}>
                <Time at={client.previousUntilTs} locale={frame.locale} />
              </Fact>
            )}
          </dl>
          <p class="actions">
            {actions.map((action) => (
              <a class="button second" href={`${path}/${action}`}>
                {texts.actions[action].title}
              </a>
            ))}
          </p>
          <div class="card narrow">
            <Form action={path}>
              <input type="hidden" name="shown" value={JSON.stringify(shown)} />
              <Fields kind={client.kind} values={values} context={context} problem={problem} />
              {client.kind !== 'service' && <p class="hint">{texts.takingHint}</p>}
              <div class="actions">
                <button type="submit">{edit.save}</button>
              </div>
            </Form>
          </div>
        </>
      ),
    },
    context,
  );
}

interface NewClientProps {
  formId: string;
  values: SecretHolderValues;
  problem: AppError | null;
}

export function ConsoleNewClientPage({ formId, values, problem }: NewClientProps, context: ViewContext): Content {
  const { words, frame } = context;
  const { clients: texts } = words.console;
  return consolePage(
    {
      title: texts.create,
      section: 'clients',
      children: (
        <div class="card narrow stack-wide">
          <h1>{texts.create}</h1>
          <Problem problem={problem} words={words} />
          <Form action={`${frame.base}/console/clients/new`}>
            <input type="hidden" name="form_id" value={formId} />
            <SelectField
              name="kind"
              label={texts.kind}
              value={values.kind}
              options={clientKinds.map((kind) => [kind, texts.kinds[kind]] as const)}
            />
            <Fields kind={null} values={values} context={context} problem={problem} />
            <div class="actions">
              <button type="submit">{texts.create}</button>
              <a href={`${frame.base}/console/clients`}>{words.common.cancel}</a>
            </div>
          </Form>
        </div>
      ),
    },
    context,
  );
}

interface FieldsProps {
  /** Null before a kind is chosen. */
  kind: ClientKind | null;
  values: SecretHolderValues;
  context: ViewContext;
  problem: AppError | null;
}

/** Nobody signs in to a service, so it has no fields for that. */
function Fields({ kind, values, context, problem }: FieldsProps) {
  const { clients: texts } = context.words.console;
  const common = { context, problem };
  const isForPeople = kind !== 'service';
  return (
    <>
      <TextField name="name" label={texts.name} value={values.name} required {...common} />
      {isForPeople && (
        <>
          <LinesField
            name="redirect_uris"
            field="redirectUris"
            label={texts.redirectUris}
            hint={texts.redirectUrisHint}
            value={values.redirect_uris}
            {...common}
          />
          <LinesField
            name="post_logout_redirect_uris"
            field="postLogoutRedirectUris"
            label={texts.postLogoutRedirectUris}
            hint={texts.linesHint}
            value={values.post_logout_redirect_uris}
            {...common}
          />
        </>
      )}
      <TextField name="scopes" label={texts.scopes} hint={texts.scopesHint} value={values.scopes} {...common} />
      <TextField name="audience" label={texts.audience} hint={texts.audienceHint} value={values.audience} {...common} />
      <CheckField
        name="first_party"
        label={texts.firstParty}
        hint={texts.firstPartyHint}
        checked={values.first_party !== undefined}
      />
      {kind !== 'service' && kind !== 'public' && (
        <CheckField
          name="without_pkce"
          field="pkceRequired"
          label={texts.withoutPkce}
          hint={texts.withoutPkceHint}
          checked={values.without_pkce !== undefined}
          {...common}
        />
      )}
      {isForPeople && (
        <SelectField
          name="id_token_alg"
          label={texts.idTokenAlg}
          value={values.id_token_alg}
          options={idTokenAlgs.map((alg) => [alg, alg] as const)}
        />
      )}
    </>
  );
}

interface LinesFieldProps {
  name: string;
  field: string;
  label: string;
  hint: string;
  value: string | undefined;
  context: ViewContext;
  problem: AppError | null;
}

/** Several texts, each on a line of its own. */
function LinesField({ name, field, label, hint, value, context, problem }: LinesFieldProps) {
  const isInvalid = problem?.fields.some((one) => one.field === field) ?? false;
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <textarea
        id={name}
        name={name}
        rows={3}
        autocomplete="off"
        spellcheck={false}
        dir="ltr"
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${name}-hint ${name}-invalid` : `${name}-hint`}
      >
        {value}
      </textarea>
      <p id={`${name}-hint`} class="hint">
        {hint}
      </p>
      {isInvalid && <Invalid name={name} field={field} context={context} />}
    </div>
  );
}

interface ConfirmClientProps {
  action: SecretHolderAction;
  client: OAuthClient;
  formId: string;
  problem: AppError | null;
}

export const ConsoleClientConfirmPage = ({ client, ...props }: ConfirmClientProps, context: ViewContext): Content =>
  secretHolderConfirmPage(
    {
      ...props,
      section: 'clients',
      path: `${context.frame.base}/console/clients/${client.id}`,
      about: (
        <p class="lead" dir="auto">
          {client.name}
        </p>
      ),
    },
    context,
  );

export function ConsoleClientSecretPage({ client, clientSecret }: IssuedSecret, context: ViewContext): Content {
  const { clients: texts } = context.words.console;
  return shownOncePage(
    {
      title: texts.secretTitle,
      section: 'clients',
      about: client.name,
      text: clientSecret === null ? texts.noSecret : texts.secretText,
      children: (
        <dl class="facts">
          <Fact name={texts.id}>
            <code>{client.id}</code>
          </Fact>
          {clientSecret !== null && (
            <Fact name={texts.secret}>
              <code>{clientSecret}</code>
            </Fact>
          )}
        </dl>
      ),
      open: { path: `/console/clients/${client.id}`, label: texts.open },
    },
    context,
  );
}
