import { eventTypesByName } from '../../compose/features';
import { webhookDeliveries } from '../../features/admin-webhooks/admin-webhooks.operations';
import type { IssuedWebhookSecret, ShownDelivery } from '../../features/admin-webhooks/webhook-endpoints.service';
import type { AppError } from '../../platform/errors/app-error';
import { nextCursorOf, type Page } from '../../platform/operations/answer';
import { keysOf } from '../../platform/runtime/keys-of';
import type { WebhookDelivery, WebhookEndpoint } from '../../platform/webhooks/webhook';
import { Fact } from '../kit/fact.page';
import { Form, Note, Problem, SelectField } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { Pager } from '../kit/pager.page';
import { Time } from '../kit/time.page';
import type { Words } from '../words/en';
import {
  Aside,
  CheckField,
  consolePage,
  Empty,
  type FormState,
  formPage,
  Invalid,
  shortId,
  shownOncePage,
  Table,
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
import { typeField } from './webhook-fields';

export function ConsoleWebhooksPage(
  { endpoints, notice }: { endpoints: readonly WebhookEndpoint[]; notice: SecretHolderNotice | null },
  context: ViewContext,
): Content {
  const { words, frame } = context;
  const { webhooks: texts } = words.console;
  const rows = endpoints.map((endpoint) => (
    <tr>
      <th scope="row">
        <a href={`${frame.base}/console/webhooks/${endpoint.id}`} dir="ltr">
          {endpoint.url}
        </a>
      </th>
      <td>
        <details>
          <summary>{texts.eventCount(endpoint.types.length, eventTypeNames.length)}</summary>
          <ul class="plain-list small">
            {endpoint.types.map((type) => (
              <li>{type}</li>
            ))}
          </ul>
        </details>
      </td>
      <td>
        <EndpointTag endpoint={endpoint} words={words} />
      </td>
      <TimeCell at={endpoint.createdTs} context={context} />
    </tr>
  ));
  const head = [texts.url, texts.types, texts.state, texts.created];
  return secretHolderListPage(context, { section: 'webhooks', notice, head, rows });
}

function EndpointTag({ endpoint, words }: { endpoint: WebhookEndpoint; words: Words }) {
  const { webhooks: texts, states } = words.console;
  if (endpoint.disabledTs) return <span class="tag bad">{states.disabled}</span>;
  if (endpoint.failingSinceTs) return <span class="tag warn">{texts.failing}</span>;
  return <span class="tag good">{texts.working}</span>;
}

interface WebhookProps {
  endpoint: WebhookEndpoint;
  values: SecretHolderValues;
  /** What the form showed at first. */
  shown: SecretHolderValues;
  notice: SecretHolderNotice | null;
  problem: AppError | null;
}

export function ConsoleWebhookPage(props: WebhookProps, context: ViewContext): Content {
  const { endpoint, values, shown, notice, problem } = props;
  const { words, frame } = context;
  const { webhooks: texts } = words.console;
  const path = `${frame.base}/console/webhooks/${endpoint.id}`;
  const actions: SecretHolderAction[] = ['secret', endpoint.disabledTs ? 'enable' : 'disable', 'delete'];
  return consolePage(
    context,
    { title: endpoint.url, section: 'webhooks' },
    <>
      <div>
        <h1 dir="ltr">{endpoint.url}</h1>
        <EndpointTag endpoint={endpoint} words={words} />
      </div>
      <SecretHolderNote section="webhooks" notice={notice} context={context} />
      <Problem problem={problem} words={words} own={{ CONFLICT: texts.testConflict }} />
      {endpoint.disabledProblem && <p>{texts.disabledProblems[endpoint.disabledProblem]}</p>}
      <dl class="facts">
        <TimeFact name={texts.created} at={endpoint.createdTs} context={context} />
        <TimeFact name={texts.secretSince} at={endpoint.secretTs} context={context} />
        <TimeFact name={texts.previousUntil} at={endpoint.previousUntilTs} context={context} />
        <TimeFact name={texts.failingSince} at={endpoint.failingSinceTs} context={context} />
      </dl>
      {!endpoint.disabledTs && <TestForm action={`${path}/test`} context={context} />}
      <div class="actions">
        <a class="button second" href={`${path}/deliveries`}>
          {texts.deliveries.title}
        </a>
        <ActionLinks section="webhooks" actions={actions} path={path} context={context} />
      </div>
      <div class="card">
        <EditForm path={path} shown={shown} context={context}>
          <Fields values={values} context={context} problem={problem} />
        </EditForm>
      </div>
    </>,
  );
}

const eventTypeNames = keysOf(eventTypesByName);

/** Sends a test, or an example of an event. */
const TestForm = ({ action, context }: { action: string; context: ViewContext }) => {
  const { webhooks: texts } = context.words.console;
  const options = eventTypeNames.map((type) => [type, texts.exampleOf(type)] as const);
  return (
    <form method="post" action={action} class="actions end">
      <SelectField name="type" label={texts.testKind} options={[['', texts.connectionTest], ...options]} />
      <button type="submit">{texts.test}</button>
    </form>
  );
};

interface NewWebhookProps {
  formId: string;
  values: SecretHolderValues;
  problem: AppError | null;
}

export function ConsoleNewWebhookPage({ formId, values, problem }: NewWebhookProps, context: ViewContext): Content {
  const { words, frame } = context;
  const { create: title, tooMany } = words.console.webhooks;
  const path = `${frame.base}/console/webhooks`;
  const own = { CONFLICT: tooMany };
  return formPage(
    context,
    { title, section: 'webhooks', problem, own, action: `${path}/new`, cancel: path, label: title, isWide: true },
    <>
      <input type="hidden" name="form_id" value={formId} />
      <Fields values={values} context={context} problem={problem} />
    </>,
  );
}

function Fields({ values, ...common }: FormState) {
  const { webhooks: texts } = common.context.words.console;
  const isInvalid = common.problem?.fields.some(({ field }) => field === 'types') ?? false;
  return (
    <>
      <TextField name="url" type="url" label={texts.url} hint={texts.urlHint} value={values.url} required {...common} />
      <fieldset class="stack" aria-describedby={isInvalid ? 'types-invalid' : undefined}>
        <legend>{texts.types}</legend>
        {isInvalid && <Invalid name="types" field="types" context={common.context} />}
        <div class="three">
          {eventTypeNames.map((type) => (
            <CheckField
              name={typeField(type)}
              label={type}
              hint={texts.eventTypes[type]}
              checked={values[typeField(type)] !== undefined}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

interface ConfirmWebhookProps {
  action: SecretHolderAction;
  endpoint: WebhookEndpoint;
  formId: string;
  problem: AppError | null;
}

export const ConsoleWebhookConfirmPage = (
  { endpoint: { id, url }, ...props }: ConfirmWebhookProps,
  context: ViewContext,
): Content =>
  secretHolderConfirmPage({ ...props, section: 'webhooks', holder: { id, name: url, dir: 'ltr' } }, context);

export function ConsoleWebhookSecretPage({ endpoint, secret }: IssuedWebhookSecret, context: ViewContext): Content {
  const { webhooks: texts } = context.words.console;
  return shownOncePage(
    context,
    {
      title: texts.secretTitle,
      section: 'webhooks',
      about: endpoint.url,
      text: texts.secretText,
      open: { path: `/console/webhooks/${endpoint.id}`, label: texts.open },
    },
    <dl class="facts">
      <Fact name={texts.secret}>
        <code>{secret}</code>
      </Fact>
    </dl>,
  );
}

interface DeliveriesProps {
  endpoint: WebhookEndpoint;
  query: URLSearchParams;
  /** Null if the search could not be read. */
  page: Page<ShownDelivery> | null;
  notice: 'tested' | 'retried' | null;
  problem: AppError | null;
}

export function ConsoleWebhookDeliveriesPage(props: DeliveriesProps, context: ViewContext): Content {
  const { endpoint, query, page, notice, problem } = props;
  const { words, frame } = context;
  const { webhooks } = words.console;
  const { deliveries: texts } = webhooks;
  const path = `/console/webhooks/${endpoint.id}`;
  const next = page && nextCursorOf(webhookDeliveries.answer.page, page);
  const head = [webhooks.created, texts.event, texts.user, webhooks.state, <span class="unseen">{texts.retry}</span>];
  const reload = `${frame.base}${path}/deliveries${query.has('after') ? `?after=${encodeURIComponent(query.get('after') ?? '')}` : ''}`;
  return consolePage(
    context,
    { title: texts.title, section: 'webhooks' },
    <>
      <div>
        <h1>{texts.title}</h1>
        <p class="lead" dir="ltr">
          {endpoint.url}
        </p>
        <p class="lead">{texts.text}</p>
      </div>
      {notice && <Note>{notice === 'tested' ? webhooks.tested : texts.retried}</Note>}
      <Problem problem={problem} words={words} own={{ CONFLICT: texts.conflict }} />
      <p>
        <a href={reload}>{texts.reload}</a>
      </p>
      {page && page.items.length > 0 && (
        <Table caption={texts.caption} head={head}>
          {page.items.map((delivery) => (
            <DeliveryRow delivery={delivery} path={`${frame.base}${path}/deliveries`} context={context} />
          ))}
        </Table>
      )}
      {page && page.items.length === 0 && <Empty>{texts.empty}</Empty>}
      {page && <Pager path={`${path}/deliveries`} query={query} next={next} {...context} />}
      <p>
        <a href={frame.base + path}>{texts.back}</a>
      </p>
    </>,
  );
}

const stateOf = ({ dueTs, problem }: WebhookDelivery) =>
  dueTs !== null ? 'waiting' : problem === null ? 'delivered' : 'failed';
const stateLooks = { waiting: '', delivered: 'good', failed: 'bad' } as const;

function DeliveryRow(props: { delivery: ShownDelivery; path: string; context: ViewContext }) {
  const { delivery, path, context } = props;
  const { words, frame } = context;
  const { webhooks, mails } = words.console;
  const { deliveries: texts } = webhooks;
  const { id, type, data, createdTs, attempts, problem, status, dueTs, isTest, durationMs } = delivery;
  const state = stateOf(delivery);
  const row = (
    <tr>
      <TimeCell at={createdTs} context={context} />
      <th scope="row">
        {type} {isTest && <span class="tag">{texts.isTest}</span>}
        <code class="small quiet">{id}</code>
      </th>
      <td>
        {data.user_id && !isTest && (
          <a href={`${frame.base}/console/users/${data.user_id}`} class="mono">
            {shortId(data.user_id)}
          </a>
        )}
      </td>
      <td>
        <span class={`tag ${stateLooks[state]}`}>{texts[state]}</span>
        {problem && <Aside>{texts.problems[problem]}</Aside>}
        {status !== null && <Aside>{texts.status(status)}</Aside>}
        {attempts > 0 && <Aside>{mails.attempts(attempts)}</Aside>}
        {durationMs !== null && <Aside>{texts.duration(durationMs)}</Aside>}
        {dueTs && attempts > 0 && (
          <Aside>
            {mails.nextAttempt} <Time at={dueTs} locale={frame.locale} />
          </Aside>
        )}
      </td>
      <td>
        <Form action={`${path}/${id}`}>
          <button type="submit" class="plain" aria-label={texts.retryLabel(type, createdTs.toISOString())}>
            {texts.retry}
          </button>
        </Form>
      </td>
    </tr>
  );
  return (
    <>
      {row}
      <tr class="more">
        <td colSpan={5}>
          <Exchange delivery={delivery} words={words} />
        </td>
      </tr>
    </>
  );
}

/** What was sent, and what the receiver has answered. */
function Exchange({ delivery, words }: { delivery: ShownDelivery; words: Words }) {
  const { deliveries: texts } = words.console.webhooks;
  const { answer, attempts, createdTs, type } = delivery;
  return (
    <details>
      <summary>
        {texts.exchange} <span class="unseen">({`${type}, ${createdTs.toISOString()}`})</span>
      </summary>
      <dl class="stack">
        <Fact name={texts.sent}>
          <pre dir="ltr">{JSON.stringify(JSON.parse(delivery.body), null, 2)}</pre>
        </Fact>
        {attempts > 0 && (
          <Fact name={texts.answer}>
            {answer === null ? <span class="quiet">{texts.noAnswer}</span> : <pre dir="auto">{answer}</pre>}
          </Fact>
        )}
      </dl>
    </details>
  );
}
