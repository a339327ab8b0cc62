import type { AppError } from '../../platform/errors/app-error';
import { Form, Problem } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import {
  type AccountFrame,
  Actions,
  accountPage,
  ownProblems,
  type Proof,
  ProofForm,
  pageBelow,
} from './account-shell.page';

/** What a deletion does. */
function Consequences({ graceDays, context }: { graceDays: number; context: ViewContext }) {
  const { signedOut, grace, erased, erasedNow } = context.words.account.data;
  return (
    <ul class="bullets">
      <li>{signedOut}</li>
      {graceDays > 0 && <li>{grace(graceDays)}</li>}
      <li>{graceDays > 0 ? erased : erasedNow}</li>
    </ul>
  );
}

export function DataPage({ nav, problem }: AccountFrame & { problem: AppError | null }, context: ViewContext): Content {
  const { words, frame } = context;
  const { data } = words.account;
  return accountPage(
    context,
    { title: data.title, section: '/account/data', nav },
    <>
      <section class="card stack">
        <h2>{data.exportTitle}</h2>
        <p class="quiet">{data.exportText}</p>
        <Problem problem={problem} words={words} own={{ CONFLICT: data.exportRunning }} />
        {!frame.acting && (
          <Form action={`${frame.base}/account/data/export`}>
            <button type="submit">{data.exportAction}</button>
          </Form>
        )}
      </section>
      <section class="card stack">
        <h2>{data.deletion}</h2>
        <p class="quiet">{data.text}</p>
        {!frame.acting && (
          <p>
            <a class="button danger" href={`${frame.base}/account/data/delete`}>
              {data.action}
            </a>
          </p>
        )}
      </section>
    </>,
  );
}

interface DeleteProps extends AccountFrame {
  /** For how many days the account can be restored. */
  graceDays: number;
  email: string;
  proof: Proof;
  problem: AppError | null;
}

export function DeleteAccountPage(props: DeleteProps, context: ViewContext): Content {
  const { email, graceDays, proof, problem, nav } = props;
  const { words } = context;
  const { data } = words.account;
  return pageBelow(
    context,
    { title: data.deletion, section: '/account/data', nav },
    <>
      <p>
        <strong>{email}</strong>
      </p>
      <Consequences graceDays={graceDays} context={context} />
      <Problem problem={problem} words={words} own={{ ...ownProblems(words), CONFLICT: data.lastAdmin }} />
      <ProofForm action="/account/data/delete" proof={proof} problem={problem} context={context}>
        <Actions label={data.action} cancel="/account/data" danger context={context} />
      </ProofForm>
    </>,
  );
}
