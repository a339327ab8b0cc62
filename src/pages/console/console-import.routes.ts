import type { AdminServices } from '../../compose/administration';
import { importUsers } from '../../features/imports/imports.operations';
import type { FormBody } from '../../platform/http/form-body';
import { bodyBytes } from '../../platform/http/http-limits';
import type { Route } from '../../platform/http/routes';
import { attempt } from '../kit/attempt';
import { type Answer, type Site, show, type Visit } from '../kit/site';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./console-import.page') as typeof import('./console-import.page.js');

export function consoleImportRoutes(site: Site, { users, imports }: Pick<AdminServices, 'users' | 'imports'>): Route[] {
  const post = async ({ form, context }: Visit): Promise<Answer> => {
    const entered = enteredIn(form);
    const intent = form.get('intent');
    if (intent === 'edit') return show(pages().ConsoleImportPage, { entered, problem: null });
    const dryRun = intent !== 'import';
    const input = { content: entered.content, dryRun, missingName: entered.missingName || null };
    const { result: report, problem } = await attempt(imports.importUsers(input, context));
    if (problem) return show(pages().ConsoleImportPage, { entered, problem }, problem);
    // Each line has its outcome, so the answer is this page and no redirect. A form that is sent again imports nobody twice.
    return dryRun
      ? show(pages().ConsoleImportCheckPage, { entered, report })
      : show(pages().ConsoleImportResultPage, { report });
  };

  return site.routes({
    path: '/console/import',
    operation: importUsers,
    // In a form, a byte of the text can become three.
    bodyBytes: 3 * bodyBytes.admin,
    get: async ({ context }) => {
      // A person who may not import does not see the form.
      await users.users({ first: 1 }, context);
      return show(pages().ConsoleImportPage, { entered: { content: '', missingName: '' }, problem: null });
    },
    post,
  });
}

/** A form has line feeds with carriage returns. The file had them only perhaps. */
const enteredIn = (form: FormBody) => ({
  content: (form.get('people') ?? '').replaceAll('\r\n', '\n'),
  missingName: form.get('missing_name') ?? '',
});
