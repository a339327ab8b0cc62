import type { ImportReport } from '../../features/imports/admin-import.answers';
import type { AppError } from '../../platform/errors/app-error';
import { Form, Note } from '../kit/form.page';
import type { Content, ViewContext } from '../kit/layout.page';
import { consolePage, formPage, Heading, Invalid, Table, TextField } from './console-parts.page';

/** What the person has entered. */
interface Entered {
  content: string;
  missingName: string;
}

interface ImportProps {
  entered: Entered;
  problem: AppError | null;
}

export function ConsoleImportPage({ entered, problem }: ImportProps, context: ViewContext): Content {
  const { words, frame } = context;
  const { imports } = words.console;
  const { title } = imports;
  const common = { context, problem };
  return formPage(
    context,
    {
      title,
      section: 'users',
      heading: <Heading title={title} lead={imports.text} />,
      problem,
      own: { CONFLICT: imports.conflict },
      action: `${frame.base}/console/import`,
      cancel: `${frame.base}/console/users`,
      label: imports.check,
      intent: 'check',
      isWide: true,
    },
    <>
      <ContentField content={entered.content} {...common} />
      <TextField
        name="missing_name"
        label={imports.missingName}
        hint={imports.missingNameHint}
        value={entered.missingName}
        {...common}
      />
    </>,
  );
}

interface ContentFieldProps {
  content: string;
  problem: AppError | null;
  context: ViewContext;
}

/** The script reads a file into the field: a form with a file needs an encoding that Gatehouse does not read. */
function ContentField({ content, problem, context }: ContentFieldProps) {
  const { imports } = context.words.console;
  const found = problem?.fields.find(({ field }) => field === 'content');
  return (
    <>
      <div class="field" data-fills="people" hidden>
        <label for="file">{imports.file}</label>
        <input type="file" id="file" accept=".csv,.json,.jsonl,.ndjson,.txt" />
      </div>
      <div class="field">
        <label for="people">{imports.content}</label>
        <textarea
          id="people"
          name="people"
          rows={12}
          required
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          class="mono"
          aria-invalid={found ? true : undefined}
          aria-describedby={found ? 'people-hint people-invalid people-reason' : 'people-hint'}
        >
          {content}
        </textarea>
        <p id="people-hint" class="hint">
          {imports.contentHint} <code>email,first_name,last_name</code>
        </p>
        {found && (
          <>
            <Invalid name="people" field="content" context={context} />
            <p id="people-reason" class="small" lang="en">
              content {found.msg}
            </p>
          </>
        )}
      </div>
    </>
  );
}

interface CheckProps {
  entered: Entered;
  report: ImportReport;
}

/** What an import would do. The text waits in the form, so that what is imported is what was checked. */
export function ConsoleImportCheckPage({ entered, report }: CheckProps, context: ViewContext): Content {
  const { words, frame } = context;
  const { imports } = words.console;
  return consolePage(
    context,
    { title: imports.checkTitle, section: 'users', shownOnce: true },
    <>
      <Heading title={imports.checkTitle} lead={imports.checkText} />
      <Counts report={report} imported={imports.toImport} context={context} />
      <Form action={`${frame.base}/console/import`}>
        <input type="hidden" name="people" value={entered.content} />
        <input type="hidden" name="missing_name" value={entered.missingName} />
        <div class="actions">
          {report.imported > 0 && (
            <button type="submit" name="intent" value="import">
              {imports.confirm(report.imported)}
            </button>
          )}
          <button type="submit" class="second" name="intent" value="edit">
            {imports.edit}
          </button>
          <a href={`${frame.base}/console/users`}>{words.common.cancel}</a>
        </div>
      </Form>
      <LeftOut lines={report.leftOut} context={context} />
    </>,
  );
}

export function ConsoleImportResultPage({ report }: { report: ImportReport }, context: ViewContext): Content {
  const { words, frame } = context;
  const { imports } = words.console;
  return consolePage(
    context,
    { title: imports.resultTitle, section: 'users', shownOnce: true },
    <>
      <h1>{imports.resultTitle}</h1>
      <Counts report={report} imported={imports.imported} context={context} />
      <LeftOut lines={report.leftOut} context={context} />
      <p>
        <a href={`${frame.base}/console/users`}>{words.console.bulk.back}</a>
      </p>
    </>,
  );
}

function Counts({ report, imported, context }: { report: ImportReport; imported: string; context: ViewContext }) {
  const { imports } = context.words.console;
  const counts = [
    [imported, report.imported],
    [imports.alreadyThere, report.alreadyThere],
    [imports.conflicts, report.conflicts],
    [imports.rejected, report.rejected],
  ] as const;
  return <Note>{counts.map(([name, count]) => `${name}: ${count}.`).join(' ')}</Note>;
}

/** The reasons are those of the API and of the command, with the names of the fields in the file. */
function LeftOut({ lines, context }: { lines: ImportReport['leftOut']; context: ViewContext }) {
  const { imports } = context.words.console;
  if (lines.length === 0) return null;
  return (
    <Table caption={imports.caption} head={[imports.line, imports.outcome, imports.reason]}>
      {lines.map(({ line, record, outcome, errors }) => (
        <tr>
          <th scope="row">{record === null ? line : imports.record(record, line)}</th>
          <td>
            <span class={`tag ${outcome === 'conflict' ? 'warn' : 'bad'}`}>{imports.outcomes[outcome]}</span>
          </td>
          <td lang="en">{errors.map(({ field, msg }) => `${field} ${msg}`).join('; ')}</td>
        </tr>
      ))}
    </Table>
  );
}
