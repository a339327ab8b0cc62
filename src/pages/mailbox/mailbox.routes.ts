import type { RequestHandler } from 'express';
import type { KeptMail, Mailbox } from '../../platform/email/mailbox';
import { AppError } from '../../platform/errors/app-error';
import { isLocalRequest } from '../../platform/http/local-request';
import type { LoopbackListener } from '../../platform/http/loopback-listener';
import { pathOf } from '../../platform/http/request-line';
import type { Route } from '../../platform/http/routes';
import { sendJson } from '../../platform/http/send-json';
import { isLoopback } from '../../platform/runtime/loopback';
import type { Site } from '../kit/site';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./mailbox.page') as typeof import('./mailbox.page.js');

/**
 * The mailbox of a developer. A request from another machine gets the answer of a path that does not exist, because the
 * mails contain links that reset passwords. A request that looks local may come through a proxy or a tunnel, so it is
 * redirected to `listener`, which only programs on this machine can reach.
 */
export function mailboxRoutes(site: Site, mailbox: Mailbox, listener: LoopbackListener): Route[] {
  const onlyHere: RequestHandler = async (req, res, next) => {
    if (!isLocalRequest(req)) throw new AppError('NOT_FOUND');
    if (listener.hasReceived(req.socket)) next();
    else res.writeHead(307, { Location: `${await listener.origin()}${pathOf(req.url)}`, 'Content-Length': 0 }).end();
  };
  const get = (path: string, handler: RequestHandler): Route => ({
    method: 'get',
    path,
    handlers: [onlyHere, handler],
  });
  return [
    get('/dev/mailbox', (_req, res) => site.sendToAnyone(res, () => pages().mailboxPage(mailbox.list()), atListener)),
    get('/dev/mailbox.json', (_req, res) => sendJson(res, mailbox.list().map(toRecord))),
    get('/dev/mailbox/:id', (req, res) => {
      const mail = mailOf(mailbox, req.params.id);
      site.sendToAnyone(res, () => pages().keptMailPage(mail), atListener);
    }),
    get('/dev/mailbox/:id/html', (req, res) => {
      const html = mailbox.htmlOf(mailOf(mailbox, req.params.id));
      res.setHeader('Content-Security-Policy', mailPolicy);
      res.setHeader('X-Frame-Options', 'sameorigin');
      res.setHeader('Content-Type', 'text/html; charset=utf-8');
      res.setHeader('Content-Length', Buffer.byteLength(html));
      res.end(html);
    }),
  ];
}

/** The listener is at no path of PUBLIC_URL, and nobody is signed in there. The HTML of a mail is in a frame. */
const atListener = { base: '', home: null, sources: { 'frame-src': ["'self'"] } } as const;

/** Whether the mails are shown. */
export const hasMailbox = (mailbox: Mailbox | null, publicUrl: string): mailbox is Mailbox =>
  mailbox !== null && isLoopback(new URL(publicUrl).hostname);

/** The HTML of a mail gets no scripts, no requests and no origin, also if it is opened without the frame. */
const mailPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

function mailOf(mailbox: Mailbox, id: unknown): KeptMail {
  const mail = /^\d{1,9}$/.test(String(id)) ? mailbox.find(Number(id)) : null;
  if (!mail) {
    throw new AppError('NOT_FOUND', { msg: 'The mailbox has no mail with this number. It keeps the last 200 mails.' });
  }
  return mail;
}

/** The names are in camelCase, because this is no part of the REST API. */
const toRecord = ({ id, to, subject, text, html, links, code, createdTs }: KeptMail) => ({
  id,
  to,
  subject,
  text,
  html,
  links,
  code,
  createdTs: createdTs.toISOString(),
});
