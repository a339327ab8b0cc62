import type { KeptMail } from '../../platform/email/mailbox';
import { Fact } from '../kit/fact.page';
import type { Content } from '../kit/layout.page';
import { Time } from '../kit/time.page';

const base = '/dev/mailbox';

/** The list of the mails. It has no links and no codes of mails. */
export const mailboxPage = (mails: readonly KeptMail[]): Content => ({
  title: 'Mailbox',
  wide: true,
  shownOnce: true,
  body: (
    <div class="stack-wide">
      <h1>Mailbox</h1>
      <p>
        Gatehouse keeps these mails and sends none. They are lost when the server stops. Tests read them at{' '}
        <a href={`${base}.json`}>{base}.json</a>.
      </p>
      {mails.length > 0 ? <Mails mails={mails} /> : <p class="empty">No mail was written yet.</p>}
    </div>
  ),
});

const Mails = ({ mails }: { mails: readonly KeptMail[] }) => (
  <div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col">To</th>
          <th scope="col">Written</th>
        </tr>
      </thead>
      <tbody>
        {mails.map(({ id, subject, to, createdTs }) => (
          <tr>
            <th scope="row">
              <a href={`${base}/${id}`}>{subject}</a>
            </th>
            <td>{to}</td>
            <td>
              <Time at={createdTs} locale="en" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

export const keptMailPage = ({ id, subject, to, createdTs, text, links, code }: KeptMail): Content => ({
  title: subject,
  wide: true,
  shownOnce: true,
  body: (
    <div class="stack-wide">
      <p>
        <a href={base}>Mailbox</a>
      </p>
      <h1>{subject}</h1>
      <dl class="facts">
        <Fact name="To">{to}</Fact>
        <Fact name="Written">
          <Time at={createdTs} locale="en" />
        </Fact>
        {code !== null && (
          <div>
            <dt>Code</dt>
            <dd class="mono">{code}</dd>
          </div>
        )}
      </dl>
      {links.map((link) => (
        <p>
          <a href={link}>{link}</a>
        </p>
      ))}
      <h2>HTML</h2>
      <iframe class="scroll" title="HTML of the mail" src={`${base}/${id}/html`} sandbox="" />
      <h2>Text</h2>
      <pre>{text}</pre>
    </div>
  ),
});
