import type { BulkAnswer } from '../../features/admin-users/admin-bulk.service';
import type { UserSearch } from '../../features/admin-users/user-directory.service';
import type { ManagedUser } from '../../features/users/managed-user';
import type { AppError } from '../../platform/errors/app-error';
import { toPageCursor } from '../../platform/request/page-cursor';
import { Form, Note, Problem } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { Time } from '../kit/time.page';
import {
  consolePage,
  Empty,
  NotifyField,
  nameOf,
  Pager,
  ReasonField,
  SelectField,
  States,
  Table,
  TextField,
} from './console-parts.page';

/** What became of a change of several users that was not made. */
export type UsersNote = 'nothing' | 'repeated';

interface UsersProps {
  /** The search, as it was sent. */
  query: URLSearchParams;
  /** Null if the search could not be read. */
  page: UserSearch | null;
  /** PostgreSQL's estimate. Null if there is no estimate, or if the list is a search. */
  total: number | null;
  note: UsersNote | null;
  problem: AppError | null;
}

export function ConsoleUsersPage(props: UsersProps, context: ViewContext): Content {
  const { query, page, total, note, problem } = props;
  const { words, frame } = context;
  const { users, bulk } = words.console;
  return consolePage(
    {
      title: users.title,
      section: 'users',
      children: (
        <>
          <div class="head">
            <h1>{users.title}</h1>
            <a class="button" href={`${frame.base}/console/invite`}>
              {users.invite}
            </a>
          </div>
          {note && <Note>{bulk[note]}</Note>}
          <Problem problem={problem} words={words} />
          <Search query={query} problem={problem} context={context} />
          {total !== null && <p class="quiet">{users.estimate(total.toLocaleString(frame.locale))}</p>}
          {page?.matching && (
            <p class="quiet">
              {users.matches(countOf(page.matching, context), page.matching.emails.size, page.matching.hasMore)}
            </p>
          )}
          {page && page.users.length > 0 && <Selection page={page} query={query} context={context} />}
          {page && page.users.length === 0 && <Empty>{page.next ? users.emptyPage : users.empty}</Empty>}
          {page && (
            <Pager path="/console/users" query={query} next={page.next && toPageCursor(page.next)} {...context} />
          )}
        </>
      ),
    },
    context,
  );
}

const countOf = ({ emails }: NonNullable<UserSearch['matching']>, { frame }: ViewContext) =>
  emails.size.toLocaleString(frame.locale);

const rareFilters = ['disabled', 'super_admin', 'email_verified', 'created_after', 'created_before'];

function Search({
  query,
  problem,
  context,
}: {
  query: URLSearchParams;
  problem: AppError | null;
  context: ViewContext;
}) {
  const { words, frame } = context;
  const { users, any, yes, no, search, clear, moreFilters } = words.console;
  const isOpen = rareFilters.some((name) => query.get(name));
  const isSearch = isOpen || ['email', 'name', 'contains'].some((name) => query.get(name));
  const answers = [
    ['', any],
    ['true', yes],
    ['false', no],
  ] as const;
  return (
    <form action={`${frame.base}/console/users`} class="card search stack">
      <div class="two">
        <TextField name="email" label={users.email} value={query.get('email')} context={context} problem={problem} />
        <TextField name="name" label={users.name} value={query.get('name')} context={context} problem={problem} />
        <TextField
          name="contains"
          label={users.contains}
          value={query.get('contains')}
          context={context}
          problem={problem}
        />
      </div>
      <details open={isOpen}>
        <summary>{moreFilters}</summary>
        <div class="three">
          <SelectField name="disabled" label={users.disabled} value={query.get('disabled')} options={answers} />
          <SelectField name="super_admin" label={users.superAdmin} value={query.get('super_admin')} options={answers} />
          <SelectField
            name="email_verified"
            label={users.verified}
            value={query.get('email_verified')}
            options={answers}
          />
          <TextField
            name="created_after"
            field="createdAfter"
            type="datetime-local"
            label={users.createdAfter}
            value={query.get('created_after')}
            context={context}
            problem={problem}
          />
          <TextField
            name="created_before"
            field="createdBefore"
            type="datetime-local"
            label={users.createdBefore}
            value={query.get('created_before')}
            context={context}
            problem={problem}
          />
        </div>
      </details>
      <div class="actions">
        <button type="submit">{search}</button>
        {isSearch && <a href={`${frame.base}/console/users`}>{clear}</a>}
      </div>
    </form>
  );
}

/** The list is a form, so that several users can be changed without a script. */
function Selection({ page, query, context }: { page: UserSearch; query: URLSearchParams; context: ViewContext }) {
  const { words, frame } = context;
  const { users } = words.console;
  const head = [
    <span class="unseen">{users.selection}</span>,
    users.person,
    users.state,
    users.created,
    users.lastLogin,
  ];
  return (
    <Form action={`${frame.base}/console/bulk`}>
      <Table caption={users.caption} head={head}>
        {page.users.map((managed) => (
          <UserRow managed={managed} context={context} />
        ))}
      </Table>
      {page.matching && page.matching.emails.size > page.users.length && (
        <div class="check">
          <input type="hidden" name="search" value={query.toString()} />
          <input type="checkbox" id="all" name="all" value="yes" />
          <label for="all">{users.selectAll(countOf(page.matching, context), page.matching.hasMore)}</label>
        </div>
      )}
      <div class="actions end">
        <SelectField name="action" label={users.bulk} options={Object.entries(users.bulkActions)} />
        <button type="submit" class="second">
          {users.continue}
        </button>
      </div>
    </Form>
  );
}

function UserRow({ managed, context }: { managed: ManagedUser; context: ViewContext }) {
  const { words, frame } = context;
  const { user, deletionDueTs } = managed;
  const { email, id, createdTs, lastLoginTs } = user;
  return (
    <tr>
      <td class="select">
        <input type="checkbox" name={`user_${id}`} value="yes" aria-label={words.console.users.select(email)} />
      </td>
      <th scope="row">
        <a href={`${frame.base}/console/users/${id}`} dir="auto">
          {nameOf(user)}
        </a>
        <span class="small quiet" dir="auto">
          {email}
        </span>
      </th>
      <td>
        <States user={{ ...user, deletionDueTs }} words={words} />
      </td>
      <td class="nowrap">
        <Time at={createdTs} locale={frame.locale} />
      </td>
      <td class="nowrap">{lastLoginTs ? <Time at={lastLoginTs} locale={frame.locale} /> : words.console.never}</td>
    </tr>
  );
}

/** The users of a bulk change: their e-mail addresses by their ids, or the id of an account that does not exist. */
export type SelectedUsers = ReadonlyMap<string, string>;

interface BulkPageProps extends BulkProps {
  formId: string;
  values: Readonly<Record<string, string | undefined>>;
  /** Why the accounts could not be changed. */
  problem: AppError | null;
}

interface BulkProps {
  action: keyof ViewContext['words']['console']['users']['bulkActions'];
  selected: SelectedUsers;
}

export function ConsoleBulkPage(props: BulkPageProps, context: ViewContext): Content {
  const { action, selected, formId, values, problem } = props;
  const { words, frame } = context;
  const { bulk, users } = words.console;
  return consolePage(
    {
      title: bulk.title,
      section: 'users',
      shownOnce: true,
      children: (
        <div class="card narrow stack-wide">
          <div>
            <h1>{users.bulkActions[action]}</h1>
            <p class="lead">{bulk.text(selected.size)}</p>
          </div>
          <ul class="rows">
            {[...selected.values()].map((email) => (
              <li dir="auto">{email}</li>
            ))}
          </ul>
          <Problem problem={problem} words={words} />
          <Form action={`${frame.base}/console/bulk`}>
            <input type="hidden" name="action" value={action} />
            <input type="hidden" name="confirmed" value="yes" />
            <input type="hidden" name="form_id" value={formId} />
            <input type="hidden" name="ids" value={[...selected.keys()].join(' ')} />
            <ReasonField value={values.reason} context={context} problem={problem} />
            {action === 'disable' && <NotifyField checked={values.notify !== undefined} context={context} />}
            <div class="actions">
              <button type="submit" class={action === 'delete' || action === 'disable' ? 'danger' : undefined}>
                {bulk.confirm(selected.size)}
              </button>
              <a href={`${frame.base}/console/users`}>{words.common.cancel}</a>
            </div>
          </Form>
        </div>
      ),
    },
    context,
  );
}

interface BulkResultProps extends BulkProps {
  answer: BulkAnswer;
}

export function ConsoleBulkResultPage({ action, selected, answer }: BulkResultProps, context: ViewContext): Content {
  const { words, frame } = context;
  const { bulk, users } = words.console;
  const changed = answer.results.filter(({ success }) => success).length;
  const rest = answer.results.flatMap(({ id, code }) => (code === 'SERVICE_UNAVAILABLE' ? [id] : []));
  return consolePage(
    {
      title: bulk.resultTitle,
      section: 'users',
      shownOnce: true,
      children: (
        <>
          <div>
            <h1>{bulk.resultTitle}</h1>
            <p class="lead">{users.bulkActions[action]}</p>
          </div>
          <Note>
            {bulk.changed}: {changed}. {bulk.unchanged}: {answer.results.length - changed}.
          </Note>
          <Table caption={bulk.caption} head={[bulk.account, bulk.result]}>
            {answer.results.map(({ id, success, code }) => (
              <tr>
                <th scope="row">
                  <a href={`${frame.base}/console/users/${id}`} dir="auto">
                    {selected.get(id) ?? id}
                  </a>
                </th>
                <td>
                  <span class={`tag ${success ? 'good' : 'bad'}`}>{success ? bulk.changed : bulk.unchanged}</span>{' '}
                  {code && (bulk.problems[code] ?? code)}
                </td>
              </tr>
            ))}
          </Table>
          {rest.length > 0 && (
            <Form action={`${frame.base}/console/bulk`}>
              <input type="hidden" name="action" value={action} />
              <input type="hidden" name="ids" value={rest.join(' ')} />
              <button type="submit">{bulk.rest(rest.length)}</button>
            </Form>
          )}
          <p>
            <a href={`${frame.base}/console/users`}>{bulk.back}</a>
          </p>
        </>
      ),
    },
    context,
  );
}
