import type { ComponentChildren } from 'preact';
import type { AppError } from '../../platform/errors/app-error';
import type { Content, ViewContext } from '../kit/layout.page';
import type { Words } from '../words/en';
import { CheckField, type ConsoleSection, confirmPage } from './console-parts.page';

/** What can be done with a client or an endpoint of webhooks, which both have a secret. */
export type SecretHolderAction = keyof Words['console']['clients']['actions'] &
  keyof Words['console']['webhooks']['actions'];

/** A result that the list or the page of one of them shows. */
export type SecretHolderNotice = SecretHolderAction | 'saved' | 'unchanged' | 'repeated';

/** The fields of the form, as texts. A checkbox that is not checked is missing. */
export type SecretHolderValues = Readonly<Record<string, string | undefined>>;

interface ConfirmProps {
  section: ConsoleSection & ('clients' | 'webhooks');
  action: SecretHolderAction;
  /** Of the page that the person comes from. */
  path: string;
  /** The name of what it is about. */
  about: ComponentChildren;
  /** Of a form whose repetition would replace the secret again. */
  formId: string;
  problem: AppError | null;
}

/** Asks whether the person wants this. */
export function secretHolderConfirmPage(props: ConfirmProps, context: ViewContext): Content {
  const { section, action, path, about, formId, problem } = props;
  const { [section]: texts } = context.words.console;
  const { title, text, action: label } = texts.actions[action];
  return confirmPage(
    {
      title,
      section,
      about,
      problem,
      text,
      path,
      action,
      label,
      isDangerous: action !== 'enable' && action !== 'secret',
      children: (
        <>
          <input type="hidden" name="form_id" value={formId} />
          {action === 'secret' && (
            <CheckField name="at_once" label={texts.atOnce} hint={texts.atOnceHint} checked={false} />
          )}
        </>
      ),
    },
    context,
  );
}
