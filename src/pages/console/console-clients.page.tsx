import {
  type ClientKind,
  clientKinds,
  idTokenAlgs,
  type OAuthClient,
  shownNameOf,
} from '../../accounts/applications/oauth-client';
import type { IssuedSecret } from '../../features/oauth-clients/oauth-clients.service';
import type { AppError } from '../../platform/errors/app-error';
import { Fact } from '../kit/fact.page';
import { Problem, SelectField } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import type { Words } from '../words/en';
import { clientAddresses, clientSettings } from './client-settings';
import {
  CheckField,
  consolePage,
  type FormState,
  formPage,
  LinesField,
  shownOncePage,
  TextField,
  TimeCell,
  TimeFact,
} from './console-parts.page';
import {
  ActionLinks,
  EditForm,
  type SecretHolderAction,
  SecretHolderNote,
  type SecretHolderNotice,
  type SecretHolderValues,
  secretHolderConfirmPage,
  secretHolderListPage,
} from './console-secrets.page';

export function ConsoleClientsPage(
  { clients, notice }: { clients: readonly OAuthClient[]; notice: SecretHolderNotice | null },
  context: ViewContext,
): Content {
  const { words, frame } = context;
  const { clients: texts } = words.console;
  const rows = clients.map((client) => (
    <tr>
      <th scope="row">
        <a href={`${frame.base}/console/clients/${client.id}`} dir="auto">
          {shownNameOf(client)}
        </a>
      </th>
      <td>{texts.kinds[client.kind]}</td>
      <td>
        <ClientTags client={client} words={words} />
      </td>
      <TimeCell at={client.createdTs} context={context} />
    </tr>
  ));
  const head = [texts.name, texts.kind, texts.state, texts.created];
  return secretHolderListPage(context, { section: 'clients', notice, head, rows });
}

const ClientTags = ({ client, words }: { client: OAuthClient; words: Words }) => (
  <span class="tags">
    {client.disabledTs && <span class="tag bad">{words.console.states.disabled}</span>}
    {client.firstParty && <span class="tag">{words.console.clients.firstParty}</span>}
  </span>
);

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
  const { clients: texts } = words.console;
  const path = `${frame.base}/console/clients/${client.id}`;
  const name = shownNameOf(client);
  const actions: SecretHolderAction[] = [
    ...(client.kind === 'public' ? [] : (['secret'] as const)),
    client.disabledTs ? 'enable' : 'disable',
    'delete',
  ];
  return consolePage(
    context,
    { title: name, section: 'clients' },
    <>
      <div class="app">
        {client.logoUri && <img class="mark" src={client.logoUri} alt="" />}
        <div>
          <h1 dir="auto">{name}</h1>
          <p class="lead">{texts.kinds[client.kind]}</p>
          <ClientTags client={client} words={words} />
        </div>
      </div>
      <SecretHolderNote section="clients" notice={notice} context={context} />
      <Problem problem={problem} words={words} />
      <dl class="facts">
        <Copied id="client-id" name={texts.id} text={client.id} words={words} />
        {client.metadataUrl && <Copied id="document" name={texts.document} text={client.metadataUrl} words={words} />}
        {client.metadataUrl && (
          <Fact name={texts.ownName}>
            <bdi>{client.name}</bdi>
          </Fact>
        )}
        <TimeFact name={texts.documentTs} at={client.metadataTs} context={context} />
        <TimeFact name={texts.created} at={client.createdTs} context={context} />
        <TimeFact name={texts.secretSince} at={client.secretTs} context={context} />
        <TimeFact name={texts.previousUntil} at={client.previousUntilTs} context={context} />
      </dl>
      <p class="actions">
        <ActionLinks section="clients" actions={actions} path={path} context={context} />
      </p>
      {client.metadataUrl ? (
        <p class="quiet">{texts.ofDocument}</p>
      ) : (
        <>
          <Connection client={client} secret={null} publicUrl={publicUrl} context={context} />
          <section class="card stack-wide">
            <h2>{texts.edit}</h2>
            <EditForm path={path} shown={shown} context={context}>
              <Fields kind={client.kind} values={values} context={context} problem={problem} />
              {client.kind !== 'service' && <p class="hint">{texts.takingHint}</p>}
            </EditForm>
          </section>
        </>
      )}
    </>,
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
  const path = `${frame.base}/console/clients`;
  const kinds = (
    <nav aria-label={texts.kind}>
      <ul class="nav row">
        {clientKinds.map((one) => (
          <li>
            <a href={`${path}/new?kind=${one}`} aria-current={one === kind || undefined}>
              {texts.kinds[one]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
  const { create: title } = texts;
  return formPage(
    context,
    {
      title,
      section: 'clients',
      problem,
      text: kinds,
      action: `${path}/new`,
      cancel: path,
      label: title,
      isWide: true,
    },
    <>
      <input type="hidden" name="form_id" value={formId} />
      <input type="hidden" name="kind" value={kind} />
      <Fields kind={kind} values={values} context={context} problem={problem} />
    </>,
  );
}

/** Nobody signs in to a service, so it has no fields for that. */
function Fields({ kind, values, ...common }: FormState & { kind: ClientKind }) {
  const { clients: texts } = common.context.words.console;
  return (
    <>
      <TextField name="name" label={texts.name} value={values.name} required {...common} />
      {kind !== 'service' && <FieldsForPeople values={values} {...common} />}
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
      <Box
        name="first_party"
        label={texts.firstParty}
        hint={kind === 'service' ? texts.firstPartyServiceHint : texts.firstPartyHint}
        values={values}
      />
      {kind === 'service' && (
        <>
          <Box name="admin_read" label={texts.adminRead} hint={texts.adminReadHint} values={values} />
          <Box name="admin_users" label={texts.adminUsers} hint={texts.adminUsersHint} values={values} />
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
      {kind === 'public' && (
        <CheckField
          name="device_grant"
          field="deviceGrant"
          label={texts.deviceGrant}
          hint={texts.deviceGrantHint}
          checked={values.device_grant !== undefined}
          {...common}
        />
      )}
      {kind !== 'service' && (
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

type BoxProps = Pick<FormState, 'values'> & { name: string; label: string; hint: string };

const Box = ({ values, ...props }: BoxProps) => <CheckField {...props} checked={values[props.name] !== undefined} />;

/** What is about the sign-in of people, and about the page that asks for their consent. */
function FieldsForPeople({ values, ...common }: FormState) {
  const { clients: texts } = common.context.words.console;
  return (
    <>
      <div class="two">
        <LinesField
          name="redirect_uris"
          label={texts.redirectUris}
          hint={texts.redirectUrisHint}
          value={values.redirect_uris}
          {...common}
        />
        <LinesField
          name="post_logout_redirect_uris"
          label={texts.postLogoutRedirectUris}
          hint={texts.linesHint}
          value={values.post_logout_redirect_uris}
          {...common}
        />
      </div>
      <LinesField
        name="logo"
        field="logoUri"
        label={texts.logo}
        hint={texts.logoHint}
        value={values.logo}
        picture={texts.logoFile}
        {...common}
      />
      <div class="two">
        <TextField name="policy_uri" type="url" label={texts.policyUri} value={values.policy_uri} {...common} />
        <TextField name="tos_uri" type="url" label={texts.tosUri} value={values.tos_uri} {...common} />
      </div>
      <TextField
        name="backchannel_logout_uri"
        type="url"
        label={texts.backchannelLogoutUri}
        hint={texts.backchannelLogoutUriHint}
        value={values.backchannel_logout_uri}
        {...common}
      />
    </>
  );
}

interface ConfirmClientProps {
  action: SecretHolderAction;
  client: OAuthClient;
  formId: string;
  problem: AppError | null;
}

export const ConsoleClientConfirmPage = (
  { client: { id, name }, ...props }: ConfirmClientProps,
  context: ViewContext,
): Content => secretHolderConfirmPage({ ...props, section: 'clients', holder: { id, name, dir: 'auto' } }, context);

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
    context,
    {
      title: texts.secretTitle,
      section: 'clients',
      about: client.name,
      text: clientSecret === null ? texts.noSecret : texts.secretText,
      open: { path: `/console/clients/${client.id}`, label: texts.open },
    },
    <>
      <dl class="facts wide">
        <Copied id="client-id" name={texts.id} text={client.id} words={words} />
        {clientSecret !== null && <Copied id="client-secret" name={texts.secret} text={clientSecret} words={words} />}
      </dl>
      <Connection client={client} secret={clientSecret} publicUrl={publicUrl} context={context} />
    </>,
  );
}
