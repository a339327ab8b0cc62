import { type ClientKind, clientKinds, idTokenAlgs, type OAuthClient } from '../../accounts/applications/oauth-client';
import type { IssuedSecret } from '../../features/oauth-clients/oauth-clients.service';
import type { AppError } from '../../platform/errors/app-error';
import { Form, Note, Problem } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { Time } from '../kit/time.page';
import type { Words } from '../words/en';
import { clientAddresses, clientSettings } from './client-settings';
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
  publicUrl: string;
  values: SecretHolderValues;
  /** What the form showed at first. */
  shown: SecretHolderValues;
  notice: SecretHolderNotice | null;
  problem: AppError | null;
}

export function ConsoleClientPage(props: ClientProps, context: ViewContext): Content {
  const { client, publicUrl, values, shown, notice, problem } = props;
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
          <div class="app">
            {client.logoUri && <img class="mark" src={client.logoUri} alt="" />}
            <div>
              <h1 dir="auto">{client.name}</h1>
              <p class="lead">{texts.kinds[client.kind]}</p>
              <ClientTags client={client} words={words} />
            </div>
          </div>
          {notice && <Note>{noticeText(notice, words)}</Note>}
          <Problem problem={problem} words={words} />
          <dl class="facts">
            <Copied id="client-id" name={texts.id} text={client.id} words={words} />
            <Fact name={texts.created}>
              <Time at={client.createdTs} locale={frame.locale} />
            </Fact>
            {client.secretTs && (
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
          <Connection client={client} secret={null} publicUrl={publicUrl} context={context} />
          <section class="card stack-wide">
            <h2>{texts.edit}</h2>
            <Form action={path}>
              <input type="hidden" name="shown" value={JSON.stringify(shown)} />
              <Fields kind={client.kind} values={values} context={context} problem={problem} />
              {client.kind !== 'service' && <p class="hint">{texts.takingHint}</p>}
              <div class="actions">
                <button type="submit">{edit.save}</button>
              </div>
            </Form>
          </section>
        </>
      ),
    },
    context,
  );
}

interface NewClientProps {
  formId: string;
  kind: ClientKind;
  values: SecretHolderValues;
  problem: AppError | null;
}

export function ConsoleNewClientPage({ formId, kind, values, problem }: NewClientProps, context: ViewContext): Content {
  const { words, frame } = context;
  const { clients: texts } = words.console;
  return consolePage(
    {
      title: texts.create,
      section: 'clients',
      children: (
        <div class="card stack-wide">
          <h1>{texts.create}</h1>
          <Problem problem={problem} words={words} />
          <nav aria-label={texts.kind}>
            <ul class="nav row">
              {clientKinds.map((one) => (
                <li>
                  <a href={`${frame.base}/console/clients/new?kind=${one}`} aria-current={one === kind || undefined}>
                    {texts.kinds[one]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <Form action={`${frame.base}/console/clients/new`}>
            <input type="hidden" name="form_id" value={formId} />
            <input type="hidden" name="kind" value={kind} />
            <Fields kind={kind} values={values} context={context} problem={problem} />
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
  kind: ClientKind;
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
        <div class="two">
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
        </div>
      )}
      {isForPeople && (
        <LinesField
          name="logo"
          field="logoUri"
          label={texts.logo}
          hint={texts.logoHint}
          value={values.logo}
          picture={texts.logoFile}
          {...common}
        />
      )}
      {isForPeople && (
        <div class="two">
          <TextField
            name="policy_uri"
            field="policyUri"
            type="url"
            label={texts.policyUri}
            value={values.policy_uri}
            {...common}
          />
          <TextField name="tos_uri" field="tosUri" type="url" label={texts.tosUri} value={values.tos_uri} {...common} />
        </div>
      )}
      {isForPeople && (
        <TextField
          name="backchannel_logout_uri"
          field="backchannelLogoutUri"
          type="url"
          label={texts.backchannelLogoutUri}
          hint={texts.backchannelLogoutUriHint}
          value={values.backchannel_logout_uri}
          {...common}
        />
      )}
      <div class="two">
        <TextField name="scopes" label={texts.scopes} hint={texts.scopesHint} value={values.scopes} {...common} />
        <TextField
          name="audience"
          label={texts.audience}
          hint={texts.audienceHint}
          value={values.audience}
          {...common}
        />
      </div>
      <CheckField
        name="first_party"
        label={texts.firstParty}
        hint={isForPeople ? texts.firstPartyHint : texts.firstPartyServiceHint}
        checked={values.first_party !== undefined}
      />
      {!isForPeople && (
        <>
          <CheckField
            name="admin_read"
            label={texts.adminRead}
            hint={texts.adminReadHint}
            checked={values.admin_read !== undefined}
          />
          <CheckField
            name="admin_users"
            label={texts.adminUsers}
            hint={texts.adminUsersHint}
            checked={values.admin_users !== undefined}
          />
        </>
      )}
      {kind === 'web' && (
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
  /** For a picture: the label of the button with which the script fills the field from a file. */
  picture?: string;
  context: ViewContext;
  problem: AppError | null;
}

/** Several texts, each on a line of its own, or a text that is long. */
function LinesField({ name, field, label, hint, value, picture, context, problem }: LinesFieldProps) {
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
      {picture && (
        <input
          type="file"
          accept="image/png,image/webp,image/svg+xml"
          aria-label={picture}
          data-fills={name}
          data-as="url"
          hidden
        />
      )}
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

interface ConnectionProps {
  client: OAuthClient;
  /** Null after it was shown. */
  secret: string | null;
  publicUrl: string;
  context: ViewContext;
}

/** What the application needs to know of Gatehouse, and the settings of some programs. */
function Connection({ client, secret, publicUrl, context }: ConnectionProps) {
  const { words } = context;
  const { clients: texts } = words.console;
  return (
    <section class={secret === null ? 'card stack' : 'stack'}>
      <h2>{texts.connect}</h2>
      <dl class="facts wide">
        {Object.entries(clientAddresses(publicUrl, client)).map(([name, address]) => (
          <Copied
            id={`address-${name}`}
            name={texts.addresses[name as keyof typeof texts.addresses]}
            text={address}
            words={words}
          />
        ))}
      </dl>
      {clientSettings(publicUrl, client, secret).map(({ name, file, text }) => (
        <details>
          <summary>{texts.settingsOf(name)}</summary>
          <div class="stack">
            <pre id={`settings-${name}`} dir="ltr">
              {text}
            </pre>
            <KeepButtons of={`settings-${name}`} name={name} file={file} words={words} />
          </div>
        </details>
      ))}
      {secret === null && client.kind !== 'public' && <p class="small quiet">{texts.withoutSecret}</p>}
    </section>
  );
}

/** A fact with a button that copies it. */
const Copied = (props: { id: string; name: string; text: string; words: Words }) => (
  <Fact name={props.name}>
    <code id={props.id}>{props.text}</code>
    <KeepButtons of={props.id} name={props.name} words={props.words} />
  </Fact>
);

interface KeepButtonsProps {
  /** The id of the element whose text is copied. */
  of: string;
  name: string;
  /** Of a download. */
  file?: string;
  words: Words;
}

/** Without the script there are no buttons: they would do nothing. */
const KeepButtons = ({ of, name, file, words }: KeepButtonsProps) => {
  const { recoveryCodes: texts } = words.account;
  return (
    <span class="no-print" data-keep={file ?? ''} data-of={of} hidden>
      <button type="button" class="plain" data-way="copy" data-done={texts.copied}>
        {texts.copy} <span class="unseen">({name})</span>
      </button>
      {file && (
        <button type="button" class="plain" data-way="download">
          {texts.download} <span class="unseen">({file})</span>
        </button>
      )}
    </span>
  );
};

export function ConsoleClientSecretPage(
  { client, clientSecret, publicUrl }: IssuedSecret & { publicUrl: string },
  context: ViewContext,
): Content {
  const { words } = context;
  const { clients: texts } = words.console;
  return shownOncePage(
    {
      title: texts.secretTitle,
      section: 'clients',
      about: client.name,
      text: clientSecret === null ? texts.noSecret : texts.secretText,
      children: (
        <>
          <dl class="facts wide">
            <Copied id="client-id" name={texts.id} text={client.id} words={words} />
            {clientSecret !== null && (
              <Copied id="client-secret" name={texts.secret} text={clientSecret} words={words} />
            )}
          </dl>
          <Connection client={client} secret={clientSecret} publicUrl={publicUrl} context={context} />
        </>
      ),
      open: { path: `/console/clients/${client.id}`, label: texts.open },
    },
    context,
  );
}
