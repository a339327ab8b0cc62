import type { ComponentChildren } from 'preact';
import type { OrganizationOfMember } from '../../accounts/memberships/membership.answers';
import {
  isOwner,
  type Member,
  type Membership,
  mayAssign,
  mayChange,
  mostCreatedByUser,
  mostOpenInvitations,
  mostOrganizationsOfUser,
} from '../../accounts/users/organization';
import type { User } from '../../accounts/users/user';
import type { ListedMember } from '../../features/organizations/organizations.answers';
import { organizationMembers } from '../../features/organizations/organizations.operations';
import type { AppError } from '../../platform/errors/app-error';
import type { FormBody } from '../../platform/http/form-body';
import { nextCursorOf, type Page } from '../../platform/operations/answer';
import { Field, Form, Note, Problem } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { RoleBoxes, RoleTags } from '../kit/member-roles.page';
import { Pager } from '../kit/pager.page';
import { checkedRoles } from '../kit/role-fields';
import { Time } from '../kit/time.page';
import type { Words } from '../words/en';
import {
  type AccountFrame,
  Actions,
  accountPage,
  ownProblems,
  type Proof,
  ProofForm,
  pageBelow,
} from './account-shell.page';

export type OrganizationNote = keyof Words['account']['organizations']['done'];

const section = '/account/organizations';
const pathOf = ({ organization }: Membership): string => `${section}/${organization.id}`;
const nameOf = ({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`;

const Rows = ({ children }: { children: ComponentChildren[] }) =>
  children.length > 0 && <ul class="rows">{children}</ul>;

interface RowProps {
  name: ComponentChildren;
  roles: readonly string[];
  /** What stands before the time. */
  about: string;
  at: Date;
  context: ViewContext;
  /** What can be done. */
  children: ComponentChildren;
}

const Row = ({ name, roles, about, at, context, children }: RowProps) => (
  <li>
    <div>
      <h3>
        {name} <RoleTags roles={roles} />
      </h3>
      <p class="quiet small">
        {about} <Time at={at} locale={context.frame.locale} />
      </p>
    </div>
    {children}
  </li>
);

interface OrganizationsProps extends AccountFrame {
  user: Pick<User, 'id'>;
  memberships: readonly Membership[];
  /** Whether people create organizations here. */
  canCreate: boolean;
  /** Of a form whose repetition would create another one. Null: the person has not confirmed the address. */
  formId: string | null;
  typed: FormBody;
  note: OrganizationNote | null;
  problem: AppError | null;
}

export function OrganizationsPage(props: OrganizationsProps, context: ViewContext): Content {
  const { user, memberships, canCreate, note, problem, nav } = props;
  const { words, frame } = context;
  const texts = words.account.organizations;
  const own = {
    EMAIL_NOT_VERIFIED: texts.confirmFirst,
    CONFLICT: texts.tooMany(mostCreatedByUser, mostOrganizationsOfUser),
  };
  return accountPage(
    context,
    { title: texts.title, section, nav },
    <>
      {note && <Note>{texts.done[note]}</Note>}
      <Problem problem={problem} words={words} own={own} />
      <section class="card stack">
        <h2>{texts.yours}</h2>
        {memberships.length === 0 && <p class="empty">{texts.none}</p>}
        <Rows>
          {memberships.map((membership) => {
            const { organization, roles, createdTs } = membership;
            const path = frame.base + pathOf(membership);
            const name = <a href={path}>{organization.name}</a>;
            const about = `${organization.slug} · ${texts.since}`;
            return (
              <Row {...{ name, roles, about, at: createdTs, context }}>
                {!frame.acting && (
                  <a href={`${path}/members/${user.id}`} aria-label={`${texts.leave}: ${organization.name}`}>
                    {texts.leave}
                  </a>
                )}
              </Row>
            );
          })}
        </Rows>
      </section>
      {canCreate && <CreateForm {...props} context={context} />}
    </>,
  );
}

function CreateForm({ formId, typed, problem, context }: OrganizationsProps & { context: ViewContext }) {
  const { words, frame } = context;
  const { organizations: texts, profile } = words.account;
  const { organization: labels } = words.common;
  if (formId === null)
    return (
      <Note>
        {texts.confirmFirst} <a href={`${frame.base}/account`}>{profile.confirmTitle}</a>
      </Note>
    );
  const common = { words, problem, autocomplete: 'off' };
  return (
    <section class="card stack">
      <h2>{texts.create}</h2>
      <Form action={frame.base + section}>
        <input type="hidden" name="form_id" value={formId} />
        <Field name="name" label={labels.name} value={typed.get('name')} {...common} />
        <Field name="slug" label={labels.slug} hint={labels.slugHint} value={typed.get('slug')} optional {...common} />
        <button type="submit">{texts.create}</button>
      </Form>
    </section>
  );
}

interface OrganizationProps extends AccountFrame {
  user: Pick<User, 'id'>;
  membership: Membership;
  members: Page<ListedMember>;
  invitations: NonNullable<OrganizationOfMember['invitations']>;
  /** All roles of the installation. */
  roles: readonly string[];
  query: URLSearchParams;
  /** What was sent. */
  typed: FormBody;
  note: OrganizationNote | null;
  problem: AppError | null;
}
type PartProps = OrganizationProps & { context: ViewContext };

export function OrganizationPage(props: OrganizationProps, context: ViewContext): Content {
  const { user, membership, typed, note, problem, nav } = props;
  const { words, frame } = context;
  const texts = words.account.organizations;
  const { organization, roles: own } = membership;
  const path = frame.base + pathOf(membership);
  const manages = !frame.acting && mayChange(membership, []);
  return accountPage(
    context,
    { title: organization.name, section, below: true, nav },
    <>
      {note && <Note>{texts.done[note]}</Note>}
      <Problem problem={problem} words={words} own={{ CONFLICT: texts.notInvited(mostOpenInvitations) }} />
      {organization.disabledTs && <p class="note warning">{texts.disabled}</p>}
      <p class="quiet">
        {words.common.organization.slug}: {organization.slug}
      </p>
      <Members {...props} context={context} />
      {manages && <Invitations {...props} context={context} />}
      {manages && (
        <section class="card stack">
          <h2>{texts.rename}</h2>
          <Form action={path}>
            <Field
              name="name"
              label={words.common.organization.name}
              words={words}
              autocomplete="off"
              value={typed.get('name') ?? organization.name}
              problem={problem}
            />
            <button type="submit">{words.common.save}</button>
          </Form>
        </section>
      )}
      {!frame.acting && (
        <p class="actions">
          <a class="button second" href={`${path}/members/${user.id}`}>
            {texts.leave}
          </a>
          {manages && isOwner(own) && (
            <a class="button danger" href={`${path}/delete`}>
              {texts.delete}
            </a>
          )}
        </p>
      )}
    </>,
  );
}

function Members({ user, membership, members, query, context }: PartProps) {
  const { words, frame } = context;
  const { organizations: texts, change } = words.account;
  const path = pathOf(membership);
  return (
    <section class="card stack">
      <h2>{words.common.organization.members}</h2>
      <Rows>
        {members.items.map((member) => {
          const { userId, email, roles, createdTs } = member;
          const name = (
            <>
              <bdi>{nameOf(member)}</bdi> {userId === user.id && <span class="tag good">{texts.you}</span>}
            </>
          );
          const about = `${email ? `${email} · ` : ''}${texts.since}`;
          return (
            <Row {...{ name, roles, about, at: createdTs, context }}>
              {!frame.acting && mayChange(membership, roles) && (
                <a href={`${frame.base}${path}/members/${userId}`} aria-label={`${change}: ${nameOf(member)}`}>
                  {change}
                </a>
              )}
            </Row>
          );
        })}
      </Rows>
      <Pager path={path} query={query} next={nextCursorOf(organizationMembers.answer.page, members)} {...context} />
    </section>
  );
}

function Invitations({ membership, invitations, roles, typed, problem, context }: PartProps) {
  const { words, frame } = context;
  const texts = words.account.organizations;
  const path = `${frame.base}${pathOf(membership)}/invitations`;
  return (
    <section class="card stack">
      <h2>{texts.invite}</h2>
      <Rows>
        {invitations.map(({ id, email, roles, expiresTs }) => (
          <Row {...{ name: email, roles, about: texts.validUntil, at: expiresTs, context }}>
            <form method="post" action={`${path}/${id}/withdraw`}>
              <button type="submit" class="second" aria-label={`${texts.withdraw}: ${email}`}>
                {texts.withdraw}
              </button>
            </form>
          </Row>
        ))}
      </Rows>
      {frame.sendsMails ? (
        <Form action={path}>
          <Field
            name="email"
            type="email"
            label={words.common.fields.email}
            words={words}
            autocomplete="off"
            value={typed.get('email')}
            hint={texts.inviteHint}
            problem={problem}
          />
          <OfferedRoles stored={['member']} {...{ membership, roles, typed, problem, context }} />
          <button type="submit">{texts.inviteAction}</button>
        </Form>
      ) : (
        <Note>{words.common.noMails}</Note>
      )}
    </section>
  );
}

type OfferedRolesProps = Pick<PartProps, 'membership' | 'roles' | 'typed' | 'problem' | 'context'> & {
  /** The roles that are checked at first. */
  stored: readonly string[];
};

/** The boxes of the roles that the person may give. */
function OfferedRoles({ membership, roles, stored, typed, problem, context: { words } }: OfferedRolesProps) {
  const offered = roles.filter((role) => mayAssign(membership.roles, [role]));
  const checked = checkedRoles(typed, roles);
  return <RoleBoxes roles={offered} chosen={checked.length > 0 ? checked : stored} {...{ problem, words }} />;
}

interface MemberProps extends AccountFrame {
  user: Pick<User, 'id'>;
  /** That of the person. */
  membership: Membership;
  member: Member;
  /** All roles of the installation. */
  roles: readonly string[];
  typed: FormBody;
  problem: AppError | null;
}

/** Changes or removes a member. On the page of their own membership, people leave. */
export function MemberPage(props: MemberProps, context: ViewContext): Content {
  const { user, membership, member, roles, typed, problem, nav } = props;
  const { words, frame } = context;
  const texts = words.account.organizations;
  const { name } = membership.organization;
  const path = pathOf(membership);
  const action = `${frame.base}${path}/members/${member.userId}`;
  const isSelf = member.userId === user.id;
  return accountPage(
    context,
    { title: isSelf ? name : nameOf(member), section, below: true, nav },
    <>
      <Problem problem={problem} words={words} own={{ CONFLICT: texts.lastOwner }} />
      {mayChange(membership, member.roles) && (
        <section class="card stack">
          <p class="quiet">{member.email}</p>
          <Form action={action}>
            <OfferedRoles stored={member.roles} {...{ membership, roles, typed, problem, context }} />
            <Actions label={words.common.save} cancel={path} context={context} />
          </Form>
        </section>
      )}
      <section class="card stack">
        <p>{isSelf ? texts.leaveText(name) : texts.removeText(name)}</p>
        <Form action={action}>
          <input type="hidden" name="intent" value="remove" />
          <Actions label={isSelf ? texts.leave : texts.remove} cancel={path} danger context={context} />
        </Form>
      </section>
    </>,
  );
}

interface DeleteProps extends AccountFrame {
  organization: Membership['organization'];
  proof: Proof;
  problem: AppError | null;
}

export function DeleteOrganizationPage(props: DeleteProps, context: ViewContext): Content {
  const { organization, proof, problem, nav } = props;
  const { words } = context;
  const texts = words.account.organizations;
  const path = `${section}/${organization.id}`;
  return pageBelow(
    context,
    { title: organization.name, section, nav },
    <>
      <p>{texts.deleteText}</p>
      <Problem problem={problem} words={words} own={ownProblems(words)} />
      <ProofForm action={`${path}/delete`} {...{ proof, problem, context }}>
        <Actions label={texts.delete} cancel={path} danger context={context} />
      </ProofForm>
    </>,
  );
}
