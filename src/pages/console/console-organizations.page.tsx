import type { ManagedOrganization, Member, Membership } from '../../accounts/users/organization';
import type { ManagedAccount } from '../../features/admin-users/user-directory.service';
import {
  adminOrganizationMembers,
  adminOrganizations,
} from '../../features/organizations/organization-administration.operations';
import type { AppError } from '../../platform/errors/app-error';
import { nextCursorOf, type Page } from '../../platform/operations/answer';
import { Fact } from '../kit/fact.page';
import { Form, Note, Problem, SelectField } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { RoleBoxes, RoleTags } from '../kit/member-roles.page';
import { Pager } from '../kit/pager.page';
import { roleField } from '../kit/role-fields';
import type { Words } from '../words/en';
import {
  consolePage,
  Empty,
  type FormState,
  formPage,
  Heading,
  LinesField,
  PersonLink,
  Table,
  TextField,
  TimeCell,
  TimeFact,
  whoIs,
} from './console-parts.page';

export type OrganizationAction = keyof Words['console']['organizations']['actions'];
/** A result that the list or the page of one of them shows. */
export type OrganizationNotice =
  | OrganizationAction
  | keyof Words['console']['organizations']['notices']
  | 'saved'
  | 'repeated';

const section = 'organizations' as const;

interface ListProps {
  query: URLSearchParams;
  /** Null if the search could not be read. */
  page: Page<ManagedOrganization> | null;
  notice: OrganizationNotice | null;
  problem: AppError | null;
}

export function ConsoleOrganizationsPage({ query, page, notice, problem }: ListProps, context: ViewContext): Content {
  const { words, frame } = context;
  const { organizations: texts } = words.console;
  const { organization: labels } = words.common;
  const path = `${frame.base}/console/organizations`;
  const next = page && nextCursorOf(adminOrganizations.answer.page, page);
  return consolePage(
    context,
    { title: texts.title, section },
    <>
      <Heading title={texts.title} lead={texts.text} />
      <Notice notice={notice} words={words} />
      <Problem problem={problem} words={words} />
      <p>
        <a class="button" href={`${path}/new`}>
          {texts.create}
        </a>
      </p>
      <Search query={query} problem={problem} context={context} />
      {page && page.items.length > 0 && (
        <Table caption={texts.caption} head={[labels.name, labels.slug, labels.members, texts.state, texts.created]}>
          {page.items.map((one) => (
            <tr>
              <th scope="row">
                <a href={`${path}/${one.id}`} dir="auto">
                  {one.name}
                </a>
              </th>
              <td>{one.slug}</td>
              <td>{one.memberCount.toLocaleString(frame.locale)}</td>
              <td>
                <State organization={one} words={words} />
              </td>
              <TimeCell at={one.createdTs} context={context} />
            </tr>
          ))}
        </Table>
      )}
      {page && page.items.length === 0 && <Empty>{texts.empty}</Empty>}
      {page && <Pager path="/console/organizations" query={query} next={next} {...context} />}
    </>,
  );
}

const State = ({ organization, words }: { organization: ManagedOrganization; words: Words }) =>
  organization.disabledTs && <span class="tag bad">{words.console.states.disabled}</span>;

function Search({ query, problem, context }: Pick<ListProps, 'query' | 'problem'> & { context: ViewContext }) {
  const { words, frame } = context;
  const { organizations: texts, any, search, clear } = words.console;
  const path = `${frame.base}/console/organizations`;
  const states = [
    ['', any],
    ['false', texts.enabled],
    ['true', words.console.states.disabled],
  ] as const;
  return (
    <form action={path} class="card search stack">
      <div class="two">
        <TextField name="name" label={texts.beginning} value={query.get('name')} context={context} problem={problem} />
        <SelectField name="disabled" label={texts.state} value={query.get('disabled')} options={states} />
      </div>
      <div class="actions">
        <button type="submit">{search}</button>
        {(query.get('name') || query.get('disabled')) && <a href={path}>{clear}</a>}
      </div>
    </form>
  );
}

function Notice({ notice, words }: { notice: OrganizationNotice | null; words: Words }) {
  const { edit, bulk, organizations: texts } = words.console;
  if (notice === null) return null;
  if (notice === 'saved') return <Note>{edit.saved}</Note>;
  if (notice === 'repeated') return <Note>{bulk.repeated}</Note>;
  return <Note>{isAction(notice, texts.actions) ? texts.actions[notice].done : texts.notices[notice]}</Note>;
}

const isAction = (name: string, actions: object): name is OrganizationAction => name in actions;

interface NewProps {
  formId: string;
  values: FormState['values'];
  problem: AppError | null;
}

export function ConsoleNewOrganizationPage({ formId, values, problem }: NewProps, context: ViewContext): Content {
  const { words, frame } = context;
  const { organizations: texts } = words.console;
  const { organization: labels } = words.common;
  const path = `${frame.base}/console/organizations`;
  const common = { context, problem };
  const own = { NOT_FOUND: texts.noUser, CONFLICT: texts.conflict };
  const { create: title } = texts;
  return formPage(
    context,
    { title, section, problem, own, action: `${path}/new`, cancel: path, label: title },
    <>
      <input type="hidden" name="form_id" value={formId} />
      <TextField name="name" label={labels.name} value={values.name} required {...common} />
      <TextField name="slug" label={labels.slug} hint={labels.slugHint} value={values.slug} {...common} />
      <TextField name="owner" label={texts.owner} hint={texts.ownerHint} value={values.owner} {...common} />
    </>,
  );
}

interface OneProps {
  organization: ManagedOrganization;
  members: Page<Member>;
  /** All roles of the installation. */
  roles: readonly string[];
  query: URLSearchParams;
  /** Of the form that was sent. */
  values: FormState['values'];
  notice: OrganizationNotice | null;
  problem: AppError | null;
}

export function ConsoleOrganizationPage(props: OneProps, context: ViewContext): Content {
  const { organization, values, notice, problem } = props;
  const { words, frame } = context;
  const { organizations: texts, edit } = words.console;
  const { organization: labels } = words.common;
  const { id, slug, name, claims, disabledTs, createdTs } = organization;
  const path = `${frame.base}/console/organizations/${id}`;
  const actions: OrganizationAction[] = [disabledTs ? 'enable' : 'disable', 'delete'];
  return consolePage(
    context,
    { title: name, section },
    <>
      <div>
        <h1 dir="auto">{name}</h1>
        <p class="lead">{slug}</p>
        <State organization={organization} words={words} />
      </div>
      <Notice notice={notice} words={words} />
      <Problem problem={problem} words={words} own={{ NOT_FOUND: texts.noUser, CONFLICT: texts.conflict }} />
      <dl class="facts">
        <Fact name={texts.id}>
          <code>{id}</code>
        </Fact>
        <TimeFact name={texts.created} at={createdTs} context={context} />
        <TimeFact name={texts.disabledSince} at={disabledTs} context={context} />
      </dl>
      <p class="actions">
        {actions.map((action) => (
          <a class="button second" href={`${path}/${action}`}>
            {texts.actions[action].title}
          </a>
        ))}
      </p>
      <Members {...props} context={context} />
      <section class="card stack-wide">
        <h2>{texts.add}</h2>
        <Form action={`${path}/members`}>
          <TextField
            name="user"
            field="email"
            label={texts.user}
            hint={texts.userHint}
            value={values.user}
            required
            context={context}
            problem={problem}
          />
          <RoleBoxes
            roles={props.roles}
            chosen={props.roles.filter((role) =>
              values.user === undefined ? role === 'member' : roleField(role) in values,
            )}
            problem={problem}
            words={words}
          />
          <div class="actions">
            <button type="submit">{texts.add}</button>
          </div>
        </Form>
      </section>
      <section class="card narrow stack-wide">
        <h2>{texts.edit}</h2>
        <Form action={path}>
          <TextField
            name="name"
            label={labels.name}
            value={values.name ?? name}
            required
            context={context}
            problem={problem}
          />
          <div class="actions">
            <button type="submit">{edit.save}</button>
          </div>
        </Form>
        {/* A form of its own: a backend can have changed them since the page was opened. */}
        <Form action={path}>
          <LinesField
            name="claims"
            label={words.console.user.claims}
            hint={texts.claimsHint}
            value={values.claims ?? (Object.keys(claims).length > 0 ? JSON.stringify(claims, null, 2) : '')}
            context={context}
            problem={problem}
          />
          <div class="actions">
            <button type="submit" name="intent" value="claims">
              {edit.save}
            </button>
          </div>
        </Form>
      </section>
    </>,
  );
}

function Members({ organization, members, query, context }: OneProps & { context: ViewContext }) {
  const { words, frame } = context;
  const { organizations: texts } = words.console;
  const { organization: labels } = words.common;
  const path = `/console/organizations/${organization.id}`;
  const next = nextCursorOf(adminOrganizationMembers.answer.page, members);
  return (
    <section class="stack" aria-labelledby="members">
      <h2 id="members">
        {labels.members} ({organization.memberCount.toLocaleString(frame.locale)})
      </h2>
      {members.items.length === 0 ? (
        <Empty>{texts.noMembers}</Empty>
      ) : (
        <Table caption={labels.members} isTitled head={[texts.user, labels.roles, labels.since]}>
          {members.items.map((member) => (
            <tr>
              <th scope="row">
                <PersonLink id={member.userId} person={member} withAddress base={frame.base} />
              </th>
              <td>
                <RoleTags roles={member.roles} />{' '}
                <a
                  href={`${frame.base}${path}/members/${member.userId}`}
                  aria-label={`${texts.change}: ${member.email}`}
                >
                  {texts.change}
                </a>
              </td>
              <TimeCell at={member.createdTs} context={context} />
            </tr>
          ))}
        </Table>
      )}
      <Pager path={path} query={query} next={next} {...context} />
    </section>
  );
}

interface MemberProps {
  account: ManagedAccount;
  membership: Membership;
  roles: readonly string[];
  chosen: readonly string[];
  problem: AppError | null;
}

export function ConsoleMemberPage(props: MemberProps, context: ViewContext): Content {
  const { account, membership, roles, chosen, problem } = props;
  const { words, frame } = context;
  const { organizations: texts, edit } = words.console;
  const { organization } = membership;
  const path = `${frame.base}/console/organizations/${organization.id}`;
  const [name] = whoIs(account, words);
  return consolePage(
    context,
    { title: texts.memberTitle, section },
    <div class="card stack-wide">
      <Heading title={name} lead={organization.name} dir="auto" />
      <Problem problem={problem} words={words} own={{ CONFLICT: texts.conflict }} />
      <Form action={`${path}/members/${account.id}`}>
        <RoleBoxes roles={roles} chosen={chosen} problem={problem} words={words} />
        <div class="actions">
          <button type="submit">{edit.save}</button>
          <button type="submit" class="danger" name="intent" value="remove">
            {texts.remove}
          </button>
          <a href={path}>{words.common.cancel}</a>
        </div>
      </Form>
    </div>,
  );
}

interface ConfirmProps {
  action: OrganizationAction;
  organization: ManagedOrganization;
  problem: AppError | null;
}

/** Asks whether the person wants this. */
export function ConsoleOrganizationConfirmPage(props: ConfirmProps, context: ViewContext): Content {
  const { action, organization, problem } = props;
  const { title, text, action: label } = context.words.console.organizations.actions[action];
  const path = `${context.frame.base}/console/organizations/${organization.id}`;
  return formPage(
    context,
    {
      title,
      section,
      heading: <Heading title={title} lead={organization.name} dir="auto" />,
      text: <p>{text}</p>,
      problem,
      action: `${path}/${action}`,
      cancel: path,
      label,
      isDangerous: action !== 'enable',
    },
    null,
  );
}
