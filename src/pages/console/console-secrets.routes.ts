import type { AppError } from '../../platform/errors/app-error';
import type { FormBody } from '../../platform/http/form-body';
import type { Route } from '../../platform/http/routes';
import type { Operation } from '../../platform/operations/define-operation';
import type { RequestContext } from '../../platform/request/request-context';
import { attempt } from '../kit/attempt';
import { jsonObjectOf } from '../kit/json-field';
import { type Answer, noteOf, type Site, type Visit } from '../kit/site';
import type { SecretHolderAction, SecretHolderNotice, SecretHolderValues } from './console-secrets.page';

const notices: readonly SecretHolderNotice[] = ['saved', 'unchanged', 'repeated', 'enable', 'disable', 'delete'];

const noticeOf = (visit: Visit): SecretHolderNotice | null => noteOf(visit, notices);

export const idOf = ({ params }: Visit): string => params.id ?? '';
export const pathOf = (listPath: string, id: string): string => `${listPath}/${encodeURIComponent(id)}`;

/** What the page of one of them shows. */
interface OneProps<Holder> {
  holder: Holder;
  values: SecretHolderValues;
  /** What the form showed at first. */
  shown: SecretHolderValues;
  notice: SecretHolderNotice | null;
  problem: AppError | null;
}

/** Clients or endpoints of webhooks, which both have a secret. */
interface SecretHolders<Holder, Issued> {
  listPath: string;
  operations: Readonly<Record<SecretHolderAction | 'create' | 'update', Operation>>;
  /** The maximum of a form, if its fields can be long. */
  bodyBytes?: number;
  service: {
    list(context: RequestContext): Promise<readonly Holder[]>;
    get(input: { id: string }, context: RequestContext): Promise<Holder>;
    create(input: Record<string, unknown>, context: RequestContext): Promise<Issued>;
    update(input: { id: string } & Record<string, unknown>, context: RequestContext): Promise<unknown>;
    delete(input: { id: string }, context: RequestContext): Promise<unknown>;
    rotateSecret(input: { id: string; atOnce: boolean }, context: RequestContext): Promise<Issued>;
  };
  /** The fields of the form of an existing one, and of a new one. */
  fieldsIn(form: FormBody): Record<string, unknown>;
  newFieldsIn(form: FormBody): Record<string, unknown>;
  valuesOf(holder: Holder): SecretHolderValues;
  /** What the form of a new one shows at first. */
  newValues(visit: Visit): SecretHolderValues;
  show: {
    list(holders: readonly Holder[], notice: SecretHolderNotice | null): Answer;
    one(props: OneProps<Holder>): Answer;
    newOne(props: { formId: string; values: SecretHolderValues; problem: AppError | null }): Answer;
    confirm(props: { action: SecretHolderAction; holder: Holder; formId: string; problem: AppError | null }): Answer;
    secret(issued: Issued): Answer;
  };
}

const actions = ['secret', 'enable', 'disable', 'delete'] as const;

/** The list, the page of each, the form for a new one, and the pages that ask for a confirmation. */
export function secretHolderRoutes<Holder extends { id: string }, Issued>(
  site: Site,
  holders: SecretHolders<Holder, Issued>,
): { routes: Route[]; showOne(visit: Visit, problem?: AppError | null): Promise<Answer> } {
  const { listPath, operations, bodyBytes, service, show } = holders;
  const size = bodyBytes === undefined ? {} : { bodyBytes };
  const showOne = async (visit: Visit, problem: AppError | null = null) => {
    const holder = await service.get({ id: idOf(visit) }, visit.context);
    const values = holders.valuesOf(holder);
    return show.one({ holder, values, shown: values, notice: problem ? null : noticeOf(visit), problem });
  };
  const routes = [
    ...site.routes({
      path: listPath,
      get: async (visit) => show.list(await service.list(visit.context), noticeOf(visit)),
    }),
    // Before the page of one of them, because an id could be any word.
    ...site.routes({
      path: `${listPath}/new`,
      operation: operations.create,
      ...size,
      get: async (visit) => {
        // A person who may not create one does not see the form.
        await service.list(visit.context);
        return show.newOne({ formId: visit.openForm(), values: holders.newValues(visit), problem: null });
      },
      post: (visit) => create(holders, visit),
    }),
    ...site.routes({
      path: `${listPath}/:id`,
      operation: operations.update,
      ...size,
      get: (visit) => showOne(visit),
      post: (visit) => edit(holders, visit),
    }),
    ...actions.flatMap((action) =>
      site.routes({
        path: `${listPath}/:id/${action}`,
        operation: operations[action],
        get: (visit) => confirm(holders, action, visit),
        post: (visit) => act(holders, action, visit),
      }),
    ),
  ];
  return { routes, showOne };
}

async function create<Holder, Issued>(holders: SecretHolders<Holder, Issued>, visit: Visit): Promise<Answer> {
  const { listPath, service, newFieldsIn, show } = holders;
  const { form, context } = visit;
  // Decides whether the person may do this.
  await service.list(context);
  // A browser that loads the answer again would create another one.
  if (!visit.isOpenForm()) return { goTo: `${listPath}?done=repeated` };
  const { result, problem } = await attempt(service.create(newFieldsIn(form), context));
  if (problem) return show.newOne({ formId: visit.openForm(), values: Object.fromEntries(form), problem });
  visit.closeForm();
  return show.secret(result);
}

async function edit<Holder extends { id: string }, Issued>(
  { listPath, service, fieldsIn, valuesOf, show }: SecretHolders<Holder, Issued>,
  { form, context, params: { id = '' } }: Visit,
): Promise<Answer> {
  const holder = await service.get({ id }, context);
  const shown: SecretHolderValues = { ...valuesOf(holder), ...jsonObjectOf(form.get('shown')) };
  const changes = changesIn(fieldsIn, form, shown);
  if (Object.keys(changes).length === 0) return doneAt(listPath, holder.id, 'unchanged');
  const { problem } = await attempt(service.update({ id: holder.id, ...changes }, context));
  if (!problem) return doneAt(listPath, holder.id, 'saved');
  return show.one({ holder, values: Object.fromEntries(form), shown, notice: null, problem });
}

async function confirm<Holder, Issued>(
  { service, show }: SecretHolders<Holder, Issued>,
  action: SecretHolderAction,
  visit: Visit,
  problem: AppError | null = null,
): Promise<Answer> {
  const holder = await service.get({ id: idOf(visit) }, visit.context);
  return show.confirm({ action, holder, formId: visit.openForm(), problem });
}

async function act<Holder, Issued>(
  holders: SecretHolders<Holder, Issued>,
  action: SecretHolderAction,
  visit: Visit,
): Promise<Answer> {
  const { listPath, service, show } = holders;
  const id = idOf(visit);
  const { form, context } = visit;
  if (action === 'secret') {
    await service.get({ id }, context);
    // A browser that loads the answer again would replace the secret again.
    if (!visit.isOpenForm()) return doneAt(listPath, id, 'repeated');
    const { result, problem } = await attempt(service.rotateSecret({ id, atOnce: form.has('at_once') }, context));
    if (problem) return confirm(holders, action, visit, problem);
    visit.closeForm();
    return show.secret(result);
  }
  const { problem } = await attempt(
    action === 'delete'
      ? service.delete({ id }, context)
      : service.update({ id, disabled: action === 'disable' }, context),
  );
  if (problem) return confirm(holders, action, visit, problem);
  return action === 'delete' ? { goTo: `${listPath}?done=delete` } : doneAt(listPath, id, action);
}

const doneAt = (listPath: string, id: string, notice: SecretHolderNotice): Answer => ({
  goTo: `${pathOf(listPath, id)}?done=${notice}`,
});

/**
 * Only the fields that differ from what the form has shown, so that an older form does not undo the changes of another
 * super admin. `read` returns the fields of a form.
 */
function changesIn(
  read: (form: FormBody) => Record<string, unknown>,
  form: FormBody,
  shown: SecretHolderValues,
): Record<string, unknown> {
  const filled = Object.entries(shown).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const before = read(new Map(filled));
  const given = Object.entries(read(form));
  return Object.fromEntries(given.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])));
}
