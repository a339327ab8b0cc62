import type { KeptMail } from '../../platform/email/mailbox';
import { documentOf, escapeHtml, type Page } from '../../platform/http/page';

const css = `main { max-width: 60rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem 1rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td, dd { overflow-wrap: anywhere; }
dt { color: var(--soft); }
dd { margin: 0 0 .6rem; }
pre { padding: 1rem; border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { width: 100%; height: 40rem; border: 1px solid var(--line); background: #fff; }
`;

const base = '/dev/mailbox';

/** In the time zone of the server, which is the machine of the developer. The page has no script. */
const format = new Intl.DateTimeFormat('en-GB', {
  ...({ day: 'numeric', month: 'short', year: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' } as const),
});
const timeOf = (at: Date) => `<time datetime="${at.toISOString()}">${format.format(at)}</time>`;

/** The list of the mails. It has no links and no codes of mails. */
export function mailboxPage(mails: readonly KeptMail[]): Page {
  const rows = mails.map(
    ({ id, subject, to, createdTs }) =>
      `<tr><td><a href="${base}/${id}">${escapeHtml(subject)}</a></td><td>${escapeHtml(to)}</td><td>${timeOf(createdTs)}</td></tr>`,
  );
  const table = `<table>
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Written</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
  return pageOf(
    'Mailbox',
    `<h1>Mailbox</h1>
<p>Gatehouse keeps these mails and sends none. They are lost when the server stops. Tests read them at
<a href="${base}.json">${base}.json</a>.</p>
${mails.length > 0 ? table : '<p>No mail was written yet.</p>'}`,
  );
}

export function keptMailPage({ id, subject, to, createdTs, text, links, code }: KeptMail): Page {
  const entry = (term: string, meaning: string) => `<dt>${term}</dt><dd>${meaning}</dd>`;
  const entries = [
    entry('To', escapeHtml(to)),
    entry('Written', timeOf(createdTs)),
    ...links.map((link) => entry('Link', `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`)),
    ...(code === null ? [] : [entry('Code', escapeHtml(code))]),
  ];
  return pageOf(
    subject,
    `<p><a href="${base}">Mailbox</a></p>
<h1>${escapeHtml(subject)}</h1>
<dl>
${entries.join('\n')}
</dl>
<h2>Text</h2>
<pre>${escapeHtml(text)}</pre>
<h2>HTML</h2>
<iframe title="HTML of the mail" src="${base}/${id}/html" sandbox></iframe>`,
  );
}

function pageOf(title: string, body: string): Page {
  return {
    sources: (nonce) => ({ 'style-src': [`'nonce-${nonce}'`], 'img-src': ['data:'], 'frame-src': ["'self'"] }),
    html: (nonce) => documentOf({ title, nonce, css, body: `<main>\n${body}\n</main>` }),
  };
}
