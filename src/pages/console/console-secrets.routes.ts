import type { AppError } from '../../platform/errors/app-error';
import type { FormBody } from '../../platform/http/form-body';
import type { Route } from '../../platform/http/routes';
import type { Operation } from '../../platform/operations/define-operation';
import type { RequestContext } from '../../platform/request/request-context';
import { keysOf } from '../../platform/runtime/keys-of';
import { attempt } from '../kit/attempt';
import { type Answer, noteOf, type Site, type Visit } from '../kit/site';
import type { SecretHolderAction, SecretHolderNotice, SecretHolderValues } from './console-secrets.page';

const notices: readonly SecretHolderNotice[] = ['saved', 'unchanged', 'repeated', 'enable', 'disable', 'delete'];

export const noticeOf = (visit: Visit): SecretHolderNotice | null => noteOf(visit, notices);

export const idOf = ({ params }: Visit): string => params.id ?? '';
export const pathOf = (listPath: string, id: string): string => `${listPath}/${encodeURIComponent(id)}`;
export const doneAt = (listPath: string, id: string, notice: SecretHolderNotice): Answer => ({
  goTo: `${pathOf(listPath, id)}?done=${notice}`,
});

/** Clients or endpoints of webhooks, which both have a secret. */
interface SecretHolders<Holder, Issued> {
  listPath: string;
  operations: Readonly<Record<SecretHolderAction, Operation>>;
  service: {
    get(input: { id: string }, context: RequestContext): Promise<Holder>;
    update(input: { id: string; disabled: boolean }, context: RequestContext): Promise<unknown>;
    delete(input: { id: string }, context: RequestContext): Promise<unknown>;
    rotateSecret(input: { id: string; atOnce: boolean }, context: RequestContext): Promise<Issued>;
  };
  showConfirm(props: { action: SecretHolderAction; holder: Holder; formId: string; problem: AppError | null }): Answer;
  showSecret(issued: Issued): Answer;
}

/** The pages that ask for a confirmation, and what their forms do. */
export function secretHolderRoutes<Holder, Issued>(
  site: Site,
  { listPath, operations, service, showConfirm, showSecret }: SecretHolders<Holder, Issued>,
): Route[] {
  const holderOf = (visit: Visit) => service.get({ id: idOf(visit) }, visit.context);
  return keysOf(operations).flatMap((action) => {
    const confirmPage = async (visit: Visit, problem: AppError | null = null): Promise<Answer> => {
      const holder = await holderOf(visit);
      return showConfirm({ action, holder, formId: visit.openForm(), problem });
    };
    return site.routes({
      path: `${listPath}/:id/${action}`,
      operation: operations[action],
      get: (visit) => confirmPage(visit),
      post: async (visit) => {
        const id = idOf(visit);
        const { form, context } = visit;
        if (action === 'secret') {
          await holderOf(visit);
          // A browser that loads the answer again would replace the secret again.
          if (!visit.isOpenForm()) return doneAt(listPath, id, 'repeated');
          const { result, problem } = await attempt(service.rotateSecret({ id, atOnce: form.has('at_once') }, context));
          if (problem) return confirmPage(visit, problem);
          visit.closeForm();
          return showSecret(result);
        }
        if (action === 'delete') {
          const { problem } = await attempt(service.delete({ id }, context));
          return problem ? confirmPage(visit, problem) : { goTo: `${listPath}?done=delete` };
        }
        const { problem } = await attempt(service.update({ id, disabled: action === 'disable' }, context));
        return problem ? confirmPage(visit, problem) : doneAt(listPath, id, action);
      },
    });
  });
}

/**
 * Only the fields that differ from what the form has shown, so that an older form does not undo the changes of another
 * super admin. `read` returns the fields of a form.
 */
export function changesIn(
  read: (form: FormBody) => Record<string, unknown>,
  form: FormBody,
  shown: SecretHolderValues,
): Record<string, unknown> {
  const filled = Object.entries(shown).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const before = read(new Map(filled));
  const given = Object.entries(read(form));
  return Object.fromEntries(given.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])));
}
