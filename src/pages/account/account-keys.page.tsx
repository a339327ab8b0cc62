import type { ProtectedResource } from '../../accounts/applications/protected-resource';
import { type ApiKey, mostApiKeys } from '../../accounts/keys/api-key';
import { textOf } from '../../accounts/users/label';
import type { Organization } from '../../accounts/users/organization';
import type { User } from '../../accounts/users/user';
import { defaultDays } from '../../features/api-keys/api-keys.inputs';
import type { AppError } from '../../platform/errors/app-error';
import type { FormBody } from '../../platform/http/form-body';
import { Check, Choices, Field, Form, Note, Problem, SelectField } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { roleField } from '../kit/role-fields';
import { AccessList } from '../kit/scope-list.page';
import { Time } from '../kit/time.page';
import type { Words } from '../words/en';
import { offeredDays, scopeField } from './account-keys-form';
import {
  type AccountFrame,
  Actions,
  accountPage,
  ConfirmFirst,
  ownProblems,
  type Proof,
  ProofForm,
  pageBelow,
} from './account-shell.page';

export type KeysNote = keyof Words['account']['keys']['done'];

interface KeysProps extends AccountFrame {
  keys: readonly ApiKey[];
  user: User;
  /** Those of RESOURCES. */
  resources: readonly ProtectedResource[];
  note: KeysNote | null;
}

export function KeysPage({ keys, user, resources, note, nav }: KeysProps, context: ViewContext): Content {
  const { words, frame } = context;
  const texts = words.account.keys;
  return accountPage(
    context,
    { title: texts.title, section: '/account/keys', nav },
    <>
      {note && <Note>{texts.done[note]}</Note>}
      <section class="card stack">
        {keys.length > 0 ? (
          <>
            <p class="quiet">{texts.text}</p>
            <ul class="rows">
              {keys.map((key) => (
                <KeyRow apiKey={key} user={user} resources={resources} context={context} />
              ))}
            </ul>
          </>
        ) : (
          <p class="empty">{texts.none}</p>
        )}
      </section>
      {!user.emailVerified && frame.sendsMails ? (
        <Note>
          {texts.confirmFirst} <a href={`${frame.base}/account`}>{words.account.profile.confirmTitle}</a>
        </Note>
      ) : keys.length < mostApiKeys ? (
        <p>
          <a class="button" href={`${frame.base}/account/keys/new`}>
            {texts.create}
          </a>
        </p>
      ) : (
        <p>{texts.tooMany(mostApiKeys)}</p>
      )}
    </>,
  );
}

interface KeyRowProps extends Pick<KeysProps, 'user' | 'resources'> {
  apiKey: ApiKey;
  context: ViewContext;
}

function KeyRow({ apiKey, user, resources, context }: KeyRowProps) {
  const { words, frame } = context;
  const texts = words.account.keys;
  const { id, name, lastCharacters, organization, createdTs, expiresTs, lastUsedTs, lastUsedIp } = apiKey;
  // Without those that the person has lost, which the key does not have now.
  const roles = apiKey.roles.filter((role) => user.roles.includes(role));
  return (
    <li>
      <div>
        <h2 class="row-name">
          <bdi>{name}</bdi> <code>…{lastCharacters}</code>
        </h2>
        <Opened apiKey={apiKey} resources={resources} context={context} />
        {organization && (
          <p class="quiet small">
            {texts.hasOrganization} <bdi>{organization.name}</bdi>
          </p>
        )}
        {roles.length > 0 && (
          <p class="quiet small">
            {texts.hasRoles} {roles.join(', ')}
          </p>
        )}
        <p class="quiet small">
          {texts.created} <Time at={createdTs} locale={frame.locale} />
          {' · '}
          {texts.ends} <Time at={expiresTs} locale={frame.locale} />
        </p>
        <p class="quiet small">
          {lastUsedTs ? (
            <>
              {words.account.security.lastUsed} <Time at={lastUsedTs} locale={frame.locale} />{' '}
              {lastUsedIp !== null && texts.usedFrom(lastUsedIp)}
            </>
          ) : (
            texts.neverUsed
          )}
        </p>
      </div>
      <a href={`${frame.base}/account/keys/${id}/delete`} aria-label={`${texts.delete}: ${name}`}>
        {texts.delete}
      </a>
    </li>
  );
}

/** What a key opens. Without RESOURCES, all open the same. */
function Opened({ apiKey: { resource: id, scopes }, resources, context }: Omit<KeyRowProps, 'user'>) {
  const { words, frame } = context;
  if (id === null) return resources.length > 0 && <p>{words.account.keys.own(frame.product)}</p>;
  const resource = resources.find((one) => one.id === id);
  if (resource) return <AccessList scopes={[]} reached={[{ resource, scopes }]} context={context} />;
  // No longer in the file, so the key opens nothing.
  return <code>{id}</code>;
}

interface NewKeyProps extends AccountFrame {
  /** Of a form whose repetition would create another key. */
  formId: string;
  user: Pick<User, 'roles'>;
  resources: readonly ProtectedResource[];
  /** Of the person. */
  organizations: readonly Organization[];
  /** API_KEY_DAYS. */
  mostDays: number;
  /** What was sent. Null at first. */
  typed: FormBody | null;
  proof: Proof;
  problem: AppError | null;
}

export function NewKeyPage(props: NewKeyProps, context: ViewContext): Content {
  const { formId, proof, problem, typed, nav } = props;
  const { words } = context;
  const texts = words.account.keys;
  const own = {
    ...ownProblems(words),
    EMAIL_NOT_VERIFIED: texts.confirmFirst,
    CONFLICT: texts.tooMany(mostApiKeys),
  };
  return pageBelow(
    context,
    { title: texts.create, section: '/account/keys', nav },
    <>
      <p class="quiet">{texts.createText}</p>
      <Problem problem={problem} words={words} own={own} />
      <ConfirmFirst problem={problem} returnTo="/account/keys/new" context={context} />
      <ProofForm
        action="/account/keys/new"
        {...{ proof, problem, context }}
        fields={
          <>
            <input type="hidden" name="form_id" value={formId} />
            <Field
              name="name"
              label={texts.name}
              words={words}
              autocomplete="off"
              value={typed?.get('name')}
              hint={texts.nameHint}
              problem={problem}
            />
            <KeyChoices {...props} context={context} />
          </>
        }
      >
        <Actions label={texts.action} cancel="/account/keys" context={context} />
      </ProofForm>
    </>,
  );
}

type ChoicesProps = Pick<NewKeyProps, 'user' | 'resources' | 'organizations' | 'mostDays' | 'typed' | 'problem'> & {
  context: ViewContext;
};

/** How long a key lives, and what it opens. */
function KeyChoices(props: ChoicesProps) {
  const { user, resources, organizations, mostDays, typed, problem } = props;
  const { words, frame } = props.context;
  const texts = words.account.keys;
  const days = typed?.get('days') ?? String(defaultDays(mostDays));
  const chosen = typed?.get('resource') ?? '';
  const common = { problem, words };
  return (
    <>
      <Choices name="days" legend={texts.days} {...common}>
        {offeredDays(mostDays).map((count) => (
          <Check
            type="radio"
            name="days"
            id={`days_${count}`}
            value={String(count)}
            label={texts.count(count)}
            checked={String(count) === days}
          />
        ))}
      </Choices>
      {resources.length > 0 && (
        <Choices name="resource" legend={texts.opens} {...common}>
          <Check type="radio" name="resource" value="" label={texts.own(frame.product)} checked={chosen === ''} />
          {resources.map(({ id, name, scopes, defaultScopes }, i) => (
            <Check
              type="radio"
              name="resource"
              id={`resource_${i}`}
              value={id}
              label={`${name} (${new URL(id).host})`}
              checked={chosen === id}
            >
              <Choices name="scopes" legend={texts.scopes} words={words} problem={chosen === id ? problem : null}>
                {[...scopes].map(([scope, label]) => (
                  <Check
                    name={scopeField(i, scope)}
                    label={textOf(label, frame.locale)}
                    checked={typed ? typed.has(scopeField(i, scope)) : defaultScopes.includes(scope)}
                  />
                ))}
              </Choices>
            </Check>
          ))}
        </Choices>
      )}
      {organizations.length > 0 && (
        <SelectField
          name="organization_id"
          label={texts.organization}
          value={typed?.get('organization_id')}
          options={[
            ['', texts.noOrganization],
            // Two can have one name.
            ...organizations.map(({ id, slug, name }) => [id, `${name} (${slug})`] as const),
          ]}
        />
      )}
      {user.roles.length > 0 && (
        <Choices name="roles" legend={texts.roles} hint={texts.rolesHint} {...common}>
          {user.roles.map((role) => (
            <Check name={roleField(role)} label={role} checked={typed?.has(roleField(role)) ?? false} />
          ))}
        </Choices>
      )}
    </>
  );
}

interface CreatedKeyProps extends AccountFrame {
  key: string;
}

/** The answer to the form itself, so that the key is shown once. */
export function CreatedKeyPage({ key, nav }: CreatedKeyProps, context: ViewContext): Content {
  const { words, frame } = context;
  const texts = words.account.keys;
  const { copy, copied } = words.common.appKey;
  return pageBelow(
    context,
    { title: texts.shownTitle, section: '/account/keys', shownOnce: true, nav },
    <>
      <p role="status">{texts.shownText}</p>
      <p>
        <code>{key}</code>
      </p>
      <p class="actions">
        <button type="button" class="second" data-copy={key} data-done={copied} hidden>
          {copy}
        </button>
        <a class="button" href={`${frame.base}/account/keys`}>
          {texts.saved}
        </a>
      </p>
    </>,
  );
}

interface DeleteKeyProps extends AccountFrame {
  key: Pick<ApiKey, 'id' | 'name'>;
  problem: AppError | null;
}

export function DeleteKeyPage({ key: { id, name }, problem, nav }: DeleteKeyProps, context: ViewContext): Content {
  const { words, frame } = context;
  const texts = words.account.keys;
  return pageBelow(
    context,
    { title: name, section: '/account/keys', nav },
    <>
      <Problem problem={problem} words={words} />
      <p>{texts.deleteText(name)}</p>
      <Form action={`${frame.base}/account/keys/${id}/delete`}>
        <Actions label={texts.delete} cancel="/account/keys" danger context={context} />
      </Form>
    </>,
  );
}
