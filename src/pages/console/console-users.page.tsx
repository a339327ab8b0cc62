import type { ManagedUser } from '../../accounts/users/managed-user';
import { mostCounted } from '../../accounts/users/user-list';
import type { BulkAnswer } from '../../features/admin-users/admin-bulk.service';
import type { UserSearch } from '../../features/admin-users/user-directory.service';
import type { AppError } from '../../platform/errors/app-error';
import { type PagePosition, toPageCursor } from '../../platform/request/page-cursor';
import { keysOf } from '../../platform/runtime/keys-of';
import { Form, Note, Problem, SelectField } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { Time } from '../kit/time.page';
import {
  consolePage,
  Empty,
  formPage,
  Heading,
  NotifyField,
  nameOfMethod,
  ReasonField,
  States,
  Table,
  TextField,
  whoIs,
} from './console-parts.page';

/** The rows of a page, so that its form stays small also with long addresses. */
export const usersOfPage = 25;

/** What became of a change of several users that was not made. */
export type UsersNote = 'nothing' | 'repeated';

interface UsersProps {
  /** The search, as it was sent. */
  query: URLSearchParams;
  /** Null if the search could not be read. */
  page: UserSearch | null;
  /** Of all users, exact up to `mostCounted`. Null if the database has no estimate. */
  total: number | null;
  note: UsersNote | null;
  problem: AppError | null;
}

export function ConsoleUsersPage(props: UsersProps, context: ViewContext): Content {
  const { query, page, note, problem } = props;
  const { words, frame } = context;
  const { users, bulk } = words.console;
  return consolePage(
    context,
    { title: users.title, section: 'users' },
    <div class="stack">
      <div class="head">
        <div>
          <h1>{users.title}</h1>
          <Total {...props} context={context} />
        </div>
        <div class="actions">
          <ExportForm query={query} context={context} />
          <a class="button second" href={`${frame.base}/console/import`}>
            {users.import}
          </a>
          <a class="button" href={`${frame.base}/console/invite`}>
            {users.invite}
          </a>
        </div>
      </div>
      {note && <Note>{bulk[note]}</Note>}
      <Problem problem={problem} words={words} />
      <Search query={query} problem={problem} context={context} />
      {page && page.users.length > 0 && <Selection page={page} query={query} context={context} />}
      {page && page.users.length === 0 && <Empty>{page.next ? users.emptyPage : users.empty}</Empty>}
      {page && <UsersPager page={page} query={query} context={context} />}
    </div>,
  );
}

/** How many users there are, and how many of them the search finds. */
function Total({ page, total, context }: UsersProps & { context: ViewContext }) {
  const { users } = context.words.console;
  const of = total?.toLocaleString(context.frame.locale);
  const all = of !== undefined && total !== null && (total > mostCounted ? users.estimate(of) : users.total(of, total));
  return (
    <p class="quiet">
      {page?.matching &&
        users.matches(countOf(page.matching, context), page.matching.emails.size, page.matching.hasMore)}{' '}
      {all}
    </p>
  );
}

/** The file has the users that the page lists. */
const ExportForm = ({ query, context: { words, frame } }: { query: URLSearchParams; context: ViewContext }) => (
  <form method="post" action={`${frame.base}/console/users.csv`}>
    <input type="hidden" name="search" value={query.toString()} />
    <button type="submit" class="second">
      {words.console.users.export}
    </button>
  </form>
);

interface UsersPagerProps {
  page: UserSearch;
  query: URLSearchParams;
  context: ViewContext;
}

/** Which users of the list the page has, and links to its neighbors. */
function UsersPager({ page, query, context: { words, frame } }: UsersPagerProps) {
  const { console: texts } = words;
  const from = page.previous ? fromIn(query) : 1;
  const count = page.users.length;
  const hrefOf = (name: 'after' | 'before', cursor: PagePosition, first: number) => {
    const parameters = new URLSearchParams(query);
    for (const one of ['after', 'before', 'from', 'done']) parameters.delete(one);
    parameters.set(name, toPageCursor(cursor));
    parameters.set('from', String(first));
    return `${frame.base}/console/users?${parameters}`;
  };
  return (
    <nav class="actions" aria-label={texts.users.pages}>
      {page.previous && (
        <a class="button second" href={hrefOf('before', page.previous, Math.max(1, from - usersOfPage))} rel="prev">
          {texts.previous}
        </a>
      )}
      {count > 0 && (
        <span class="quiet">{`${from.toLocaleString(frame.locale)}–${(from + count - 1).toLocaleString(frame.locale)}`}</span>
      )}
      {page.next && (
        <a class="button second" href={hrefOf('after', page.next, from + count)} rel="next">
          {words.common.next}
        </a>
      )}
    </nav>
  );
}

/** The number of the first user of the page, which the links count. */
const fromIn = (query: URLSearchParams): number =>
  Math.min(Math.max(1, Number.parseInt(query.get('from') ?? '1', 10) || 1), 1e9);

const countOf = ({ emails }: NonNullable<UserSearch['matching']>, { frame }: ViewContext) =>
  emails.size.toLocaleString(frame.locale);

const searches = ['text', 'email', 'name', 'contains'] as const;
const rareFilters = ['disabled', 'super_admin', 'email_verified', 'created_after', 'created_before'];

function Search({ query, problem, context }: Pick<UsersProps, 'query' | 'problem'> & { context: ViewContext }) {
  const { words, frame } = context;
  const common = { context, problem };
  const { users, any, yes, no, search, clear, moreFilters } = words.console;
  const isOpen = rareFilters.some((name) => query.get(name));
  const isSearch = isOpen || searches.some((name) => query.get(name));
  // Links of older pages and of the documentation have these. They go on as they are.
  const older = searches.filter((name) => name !== 'text' && query.get(name));
  const answers = [
    ['', any],
    ['true', yes],
    ['false', no],
  ] as const;
  return (
    <form action={`${frame.base}/console/users`} class="card search flat stack">
      <div class="actions end">
        {(older.length > 0 ? older : (['text'] as const)).map((name) => (
          <TextField name={name} label={users[name]} value={query.get(name)} {...common} />
        ))}
        <SelectField name="sort" label={users.sort} value={query.get('sort')} options={Object.entries(users.sorts)} />
        <button type="submit">{search}</button>
        {isSearch && <a href={`${frame.base}/console/users`}>{clear}</a>}
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
            type="datetime-local"
            label={users.createdAfter}
            value={query.get('created_after')}
            {...common}
          />
          <TextField
            name="created_before"
            type="datetime-local"
            label={users.createdBefore}
            value={query.get('created_before')}
            {...common}
          />
        </div>
      </details>
    </form>
  );
}

/** The list is a form, so that several users can be changed without a script. */
function Selection({ page, query, context }: UsersPagerProps) {
  const { words, frame } = context;
  const { users } = words.console;
  const sort = keysOf(users.sorts).find((one) => one === query.get('sort')) ?? 'newest';
  const head = [
    <span class="unseen">{users.selection}</span>,
    users.person,
    users.methods,
    users.state,
    users.created,
    <span class="nowrap">{users.lastLogin}</span>,
  ];
  return (
    <Form action={`${frame.base}/console/bulk`}>
      <Table caption={`${users.title}, ${users.sorts[sort]}`} head={head} isTitled>
        {page.users.map((managed) => (
          <UserRow managed={managed} context={context} />
        ))}
      </Table>
      <div class="bulk">
        <div class="check" data-selects hidden>
          <input type="checkbox" id="these" />
          <label for="these">{users.selectThese}</label>
        </div>
        {page.matching && page.matching.emails.size > page.users.length && (
          <div class="check">
            <input type="hidden" name="search" value={query.toString()} />
            <input type="checkbox" id="all" name="all" value="yes" />
            <label for="all">{users.selectAll(countOf(page.matching, context), page.matching.hasMore)}</label>
          </div>
        )}
        <div class="actions">
          <label for="action" class="unseen">
            {users.bulk}
          </label>
          <select id="action" name="action">
            {Object.entries(users.bulkActions).map(([action, label]) => (
              <option value={action}>{label}</option>
            ))}
          </select>
          <button type="submit" class="second">
            {users.continue}
          </button>
        </div>
      </div>
    </Form>
  );
}

interface UserRowProps {
  managed: ManagedUser;
  context: ViewContext;
}

function UserRow({ managed, context }: UserRowProps) {
  const { words, frame } = context;
  const { email, id, createdTs, lastLoginTs } = managed;
  const [name, more] = whoIs(managed, words);
  return (
    <tr>
      <td class="select">
        <input type="checkbox" name={`user_${id}`} value="yes" aria-label={words.console.users.select(email)} />
      </td>
      <th scope="row">
        <a href={`${frame.base}/console/users/${id}`} dir="auto">
          {name}
        </a>
        <span class="small quiet" dir="auto">
          {more}
        </span>
      </th>
      <td>
        <Methods managed={managed} context={context} />
      </td>
      <td>
        <States user={managed} words={words} />
      </td>
      <td class="nowrap small">
        <Time at={createdTs} locale={frame.locale} />
      </td>
      <td class="nowrap small">
        {lastLoginTs ? <Time at={lastLoginTs} locale={frame.locale} /> : words.console.never}
      </td>
    </tr>
  );
}

/** How the user can sign in. */
function Methods({ managed, context }: UserRowProps) {
  const { noPassword, withTwoStep } = context.words.console.users;
  const { hasPassword, factors, twoStep, providers } = managed;
  const others = [...(factors.includes('passkey') ? ['passkey'] : []), ...providers];
  return (
    <span class="tags">
      <span class={hasPassword || others.length > 0 ? 'tag' : 'tag warn'}>
        {hasPassword ? nameOfMethod('password', context) : noPassword}
      </span>
      {others.map((method) => (
        <span class="tag">{nameOfMethod(method, context)}</span>
      ))}
      {twoStep && <span class="tag good">{withTwoStep}</span>}
    </span>
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
  return formPage(
    context,
    {
      title: bulk.title,
      section: 'users',
      shownOnce: true,
      heading: (
        <>
          <Heading title={users.bulkActions[action]} lead={bulk.text(selected.size)} />
          <ul class="rows">
            {[...selected.values()].map((email) => (
              <li dir="auto">{email}</li>
            ))}
          </ul>
        </>
      ),
      problem,
      action: `${frame.base}/console/bulk`,
      cancel: `${frame.base}/console/users`,
      label: bulk.confirm(selected.size),
      isDangerous: action === 'delete' || action === 'disable',
      isWide: true,
    },
    <>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="confirmed" value="yes" />
      <input type="hidden" name="form_id" value={formId} />
      <input type="hidden" name="ids" value={[...selected.keys()].join(' ')} />
      <ReasonField value={values.reason} context={context} problem={problem} />
      {action === 'disable' && <NotifyField checked={values.notify !== undefined} context={context} />}
    </>,
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
    context,
    { title: bulk.resultTitle, section: 'users', shownOnce: true },
    <>
      <Heading title={bulk.resultTitle} lead={users.bulkActions[action]} />
      <Note>
        {bulk.changed}: {changed}. {bulk.unchanged}: {answer.results.length - changed}.
      </Note>
      <Table caption={bulk.caption} head={[bulk.account, bulk.result]}>
        {answer.results.map(({ id, success, code, retryAfterS }) => (
          <tr>
            <th scope="row">
              <a href={`${frame.base}/console/users/${id}`} dir="auto">
                {selected.get(id) ?? id}
              </a>
            </th>
            <td>
              <span class={`tag ${success ? 'good' : 'bad'}`}>{success ? bulk.changed : bulk.unchanged}</span>{' '}
              {code === 'RATE_LIMITED'
                ? words.common.problems.tooMany(retryAfterS ?? 60)
                : code && (bulk.problems[code] ?? code)}
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
    </>,
  );
}
