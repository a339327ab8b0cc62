import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';

export interface Page {
  /** The `Cross-Origin-Opener-Policy` of the page. Default: `same-origin`. */
  openerPolicy?: 'same-origin-allow-popups';
  /** What the page loads, by CSP directive. The page loads nothing else. */
  sources(nonce: string): Readonly<Record<string, readonly string[]>>;
  /** Returns the document. Only scripts and styles with the nonce are allowed, if `sources` says so. */
  html(nonce: string): string;
}

/**
 * Sends a page with a strict Content-Security-Policy. The nonce is a new one for each response. A page is never compressed: it can
 * have a secret beside a text of the request, and its length would then tell the secret (BREACH). Only assets are.
 */
export function sendPage(res: ServerResponse, page: Page): void {
  const nonce = randomBytes(16).toString('base64url');
  const directives = {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    ...page.sources(nonce),
  };
  const policy = Object.entries(directives).map(([name, sources]) => `${name} ${sources.join(' ')}`);
  const text = page.html(nonce);
  res.setHeader('Content-Security-Policy', policy.join(';'));
  if (page.openerPolicy) res.setHeader('Cross-Origin-Opener-Policy', page.openerPolicy);
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  // Not `send`, which would answer some conditional requests with 304.
  res.end(text);
}

const replacements: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for the content of an element, or for an attribute in double quotation marks. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => replacements[character] ?? '');

/** A value as JavaScript in a `<script>` element. The text cannot end the element. */
export const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Returns the path of PUBLIC_URL, without a trailing slash. Links of pages start with this path and have no host, so
 * that they also work under another name of the server, such as its IP address.
 */
export const basePathOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, '');

interface PageParts {
  title: string;
  nonce: string;
  /** Added to the styles of every page. */
  css?: string;
  body: string;
}

/** Returns a document in the style of Gatehouse, in the light or dark colors that the reader's system has. */
export const documentOf = ({ title, nonce, css = '', body }: PageParts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">
${pageCss}${css}
</style>
</head>
<body>
${body}
</body>
</html>
`;

const pageCss = `:root { color-scheme: light dark; --text: #1c1e21; --back: #fff; --soft: #57606a; --line: #d0d7de; --link: #0550ae; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --back: #0d1117; --soft: #9da7b3; --line: #3d444d; --link: #79c0ff; }
}
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
h1 { margin: 0 0 .5rem; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 2rem 0 .5rem; font-size: 1.2rem; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
code { font: .95em ui-monospace, monospace; overflow-wrap: anywhere; }
`;
