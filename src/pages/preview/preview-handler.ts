import type { RequestListener, ServerResponse } from 'node:http';
import type { Config } from '../../compose/config';
import { createRenderer, logoOf } from '../../compose/messages';
import { withLogoInside } from '../../platform/email/mail-look';
import { type MailTemplate, mailTemplates } from '../../platform/email/mail-template';
import { sendAsset } from '../../platform/http/asset';
import { sendPage } from '../../platform/http/page';
import { pathOf } from '../../platform/http/request-line';
import { isLocale, type Locale } from '../../platform/request/locale';
import { filesOf, loadAssets } from '../kit/assets';
import { frameOf, policyOf } from '../kit/frame';
import { renderDocument } from '../kit/layout.page';
import { previewed, previewIndex } from './preview.page';

/** Shows the pages and the mails without a database. The files of the settings are read for each request. */
export const previewHandler =
  (config: Config): RequestListener =>
  ({ method, url = '/' }, res) => {
    try {
      if (method === 'GET') answer(config, url, res);
      else sendText(res, 405, 'This is a preview: its forms do nothing.');
    } catch (error) {
      // A file that cannot be used. It is repaired, and the page is loaded again.
      sendText(res, 500, error instanceof Error ? error.message : String(error));
    }
  };

function answer(config: Config, url: string, res: ServerResponse): void {
  const path = pathOf(url).slice(1);
  const language = new URLSearchParams(url.split('?')[1]).get('lang');
  const locale = isLocale(language) ? language : 'en';
  const mail = path.startsWith('mails/') ? mailTemplates.find(path.slice('mails/'.length)) : null;
  const assets = loadAssets(config.pages, config.providers);
  const asset = filesOf(assets).find(({ name }) => path === `pages/${name}`);
  if (asset) sendAsset(res, asset, 'no-store');
  else if (mail) sendMail(config, locale, mail, res);
  else {
    const own = { home: '/', locale, languages: '?', acting: null, email: null, clientName: null, botChallenge: null };
    const frame = { ...frameOf(config, assets, ''), ...own };
    const page = (Object.hasOwn(previewed, path) && previewed[path]) || previewIndex;
    const html = () => renderDocument(page, frame);
    sendPage(res, { sources: () => policyOf(config.pages), html });
  }
}

function sendMail(config: Config, locale: Locale, template: MailTemplate, res: ServerResponse): void {
  const { html } = createRenderer(config)(template, locale, {
    product: config.productName,
    link: template.hasLink ? `${config.publicUrl}/example` : null,
    code: template.hasCode ? '123456' : null,
    provider: template.hasProvider ? (config.providers[0]?.label ?? 'Google') : null,
    time: template.hasLogin ? '2026-11-20 17:30 UTC' : null,
    device: template.hasLogin ? 'Firefox, Linux' : null,
    country: null,
    organization: template.hasOrganization ? 'example-sons' : null,
    minutes: template.hasLink ? 60 : null,
    codeMinutes: template.hasCode ? 10 : null,
  });
  res.setHeader('Content-Security-Policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:");
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.end(withLogoInside(html, logoOf(config.pages)));
}

function sendText(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
