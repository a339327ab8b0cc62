import type { ComponentChildren } from 'preact';
import type { AppError } from '../../platform/errors/app-error';
import { Form, Note } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import type { Words } from '../words/en';
import { CheckField, consolePage, Empty, formPage, Heading, Table } from './console-parts.page';

type SecretHolderSection = 'clients' | 'webhooks';

/** What can be done with a client or an endpoint of webhooks, which both have a secret. */
export type SecretHolderAction = keyof Words['console']['clients']['actions'] &
  keyof Words['console']['webhooks']['actions'];

/** A result that the list or the page of one of them shows. */
export type SecretHolderNotice = SecretHolderAction | 'saved' | 'unchanged' | 'repeated';

/** The fields of the form, as texts. A checkbox that is not checked is missing. */
export type SecretHolderValues = Readonly<Record<string, string | undefined>>;

interface ListProps {
  section: SecretHolderSection;
  notice: SecretHolderNotice | null;
  /** Of the table. */
  head: readonly string[];
  rows: readonly ComponentChildren[];
}

/** All of one kind, and a button that leads to the form for a further one. */
export function secretHolderListPage(context: ViewContext, { section, notice, head, rows }: ListProps): Content {
  const { [section]: texts } = context.words.console;
  return consolePage(
    context,
    { title: texts.title, section },
    <>
      <Heading title={texts.title} lead={texts.text} />
      <SecretHolderNote section={section} notice={notice} context={context} />
      <p>
        <a class="button" href={`${context.frame.base}/console/${section}/new`}>
          {texts.create}
        </a>
      </p>
      {rows.length === 0 ? (
        <Empty>{texts.empty}</Empty>
      ) : (
        <Table caption={texts.caption} head={head}>
          {rows}
        </Table>
      )}
    </>,
  );
}

interface NoteProps {
  section: SecretHolderSection;
  notice: SecretHolderNotice | null;
  context: ViewContext;
}

export function SecretHolderNote({ section, notice, context }: NoteProps) {
  const { edit, bulk, [section]: texts } = context.words.console;
  if (notice === null) return null;
  if (notice === 'saved' || notice === 'unchanged') return <Note>{edit[notice]}</Note>;
  return <Note>{notice === 'repeated' ? bulk.repeated : texts.actions[notice].done}</Note>;
}

interface ActionLinksProps {
  section: SecretHolderSection;
  actions: readonly SecretHolderAction[];
  path: string;
  context: ViewContext;
}

export const ActionLinks = ({ section, actions, path, context }: ActionLinksProps) =>
  actions.map((action) => (
    <a class="button second" href={`${path}/${action}`}>
      {context.words.console[section].actions[action].title}
    </a>
  ));

interface EditFormProps {
  path: string;
  /** What the form showed at first. */
  shown: SecretHolderValues;
  context: ViewContext;
  children: ComponentChildren;
}

export const EditForm = ({ path, shown, context, children }: EditFormProps) => (
  <Form action={path}>
    <input type="hidden" name="shown" value={JSON.stringify(shown)} />
    {children}
    <div class="actions">
      <button type="submit">{context.words.console.edit.save}</button>
    </div>
  </Form>
);

interface ConfirmProps {
  section: SecretHolderSection;
  action: SecretHolderAction;
  /** What it is about, and in which direction its name is written. */
  holder: { id: string; name: string; dir: 'auto' | 'ltr' };
  /** Of a form whose repetition would replace the secret again. */
  formId: string;
  problem: AppError | null;
}

/** Asks whether the person wants this. */
export function secretHolderConfirmPage(props: ConfirmProps, context: ViewContext): Content {
  const { section, action, holder, formId, problem } = props;
  const { [section]: texts } = context.words.console;
  const { title, text, action: label } = texts.actions[action];
  const path = `${context.frame.base}/console/${section}/${holder.id}`;
  return formPage(
    context,
    {
      title,
      section,
      heading: <Heading title={title} lead={holder.name} dir={holder.dir} />,
      text: <p>{text}</p>,
      problem,
      action: `${path}/${action}`,
      cancel: path,
      label,
      isDangerous: action !== 'enable' && action !== 'secret',
    },
    <>
      <input type="hidden" name="form_id" value={formId} />
      {action === 'secret' && (
        <CheckField name="at_once" label={texts.atOnce} hint={texts.atOnceHint} checked={false} />
      )}
    </>,
  );
}
