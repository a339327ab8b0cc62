import { type Locale, locales, type MailValues, type RenderedMail } from '../../src/platform/email/mail-template';
import { renderMail } from '../../src/platform/email/render-mail';
import { durationOf } from '../../src/platform/email/templates/duration';
import { mailNames, mailTemplateOf } from '../support/mail-template-of';

const token = 'Zy9_-x'.padEnd(64, 'K');
const link = `https://id.example.com/confirm/${token}`;
const code = '407219';

/** The values that a mail of this kind has. */
function valuesOf(template: string, changed: Partial<MailValues> = {}): MailValues {
  const { hasLink, hasCode, hasProvider = false, hasLogin = false, hasOrganization = false } = mailTemplateOf(template);
  return {
    product: 'Rocket Shop',
    link: hasLink ? link : null,
    code: hasCode ? code : null,
    minutes: hasLink ? 45 : null,
    codeMinutes: hasCode ? 8 : null,
    provider: hasProvider ? 'Google' : null,
    time: hasLogin ? '27 November 2026 at 02:19 UTC' : null,
    device: hasLogin ? 'Firefox, Windows' : null,
    country: hasLogin ? 'Germany' : null,
    organization: hasOrganization ? 'example-sons' : null,
    ...changed,
  };
}

const render = (template: string, locale: Locale, changed?: Partial<MailValues>): RenderedMail =>
  renderMail(mailTemplateOf(template), locale, valuesOf(template, changed));
const occurrences = (text: string, part: string): number => text.split(part).length - 1;
const linesOf = (text: string): string[] => text.split('\n');
const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** The texts of an HTML part, with a line for each element. */
const visible = (html: string): string =>
  html
    .replaceAll(/<(title|style)>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll('\u2011', '-');

/** The elements and attributes that mails have. Nothing in this list loads anything or runs. */
const elements: Readonly<Record<string, readonly string[]>> = {
  html: ['lang'],
  head: [],
  meta: ['charset', 'name', 'content'],
  title: [],
  style: [],
  body: ['class', 'style'],
  table: ['role', 'cellpadding', 'cellspacing', 'width', 'class', 'style'],
  tbody: [],
  tr: [],
  td: ['align', 'class', 'style'],
  p: ['class', 'style'],
  h1: ['style'],
  a: ['class', 'href', 'style'],
};

/** What is wrong with the nesting, the elements or the attributes of a document. */
function problemsOf(html: string): string[] {
  const problems: string[] = [];
  const open: string[] = [];
  for (const [tag, end, name = '', attributes = ''] of html.matchAll(/<(\/?)([a-z0-9]*)([^<>]*)>/g)) {
    if (tag === '<!doctype html>') continue;
    if (!(name in elements)) problems.push(`element ${tag}`);
    if (end) {
      if (open.pop() !== name) problems.push(`nesting ${tag}`);
      continue;
    }
    const names = [...attributes.matchAll(/ ([a-z-]+)="[^"]*"/g)].map(([, attribute = '']) => attribute);
    if (attributes.replaceAll(/ ([a-z-]+)="[^"]*"/g, '').replace('/', '') !== '') problems.push(`attributes of ${tag}`);
    if (new Set(names).size !== names.length) problems.push(`repeated attribute ${tag}`);
    problems.push(...names.filter((one) => !elements[name]?.includes(one)).map((one) => `attribute ${one} of ${name}`));
    if (name !== 'meta') open.push(name);
  }
  const rest = html.replaceAll(/<style>[^<]*<\/style>/g, '').replaceAll(/<[^<>]*>/g, '');
  if (/<|&(?!(amp|lt|gt|quot|#\d+);)/.test(rest)) problems.push('a character that is not escaped');
  return [...problems, ...open.map((name) => `${name} is open`)];
}

describe.each(locales)('in %s', (locale) => {
  test.each(mailNames)(
    '%s has a subject, a text and an HTML part, with the link and the code once each',
    (template) => {
      const { hasLink, hasCode } = mailTemplateOf(template);
      const { subject, text, html } = render(template, locale);
      for (const part of [text, html]) {
        expect(occurrences(part, link)).toBe(hasLink ? 1 : 0);
        expect(occurrences(part, token)).toBe(hasLink ? 1 : 0);
        expect(occurrences(part, code)).toBe(hasCode ? 1 : 0);
        expect(part.match(/https?:|www\./g) ?? []).toHaveLength(hasLink ? 1 : 0);
        expect(part).not.toMatch(/[{}]{2}|undefined|null|NaN|\[object|\$\{/);
      }
      for (const part of [onOneLine(text), visible(html)]) {
        expect(part).toContain('Rocket Shop');
        expect(/\b45 min/i.test(part)).toBe(hasLink);
        expect(/\b8 min/i.test(part)).toBe(hasCode);
      }
      expect(subject).toMatch(/^[^\p{Cc}]{4,78} – Rocket Shop$/u);
      expect(subject).not.toMatch(new RegExp(`${token}|${code}`));
    },
  );

  test.each(mailNames)('the text of %s is wrapped, and link and code have their own lines', (template) => {
    const { hasLink, hasCode } = mailTemplateOf(template);
    const lines = linesOf(render(template, locale).text);
    expect(lines.filter((line) => line === link)).toHaveLength(hasLink ? 1 : 0);
    expect(lines.filter((line) => line === code)).toHaveLength(hasCode ? 1 : 0);
    expect(lines.filter((line) => line.length > 72 && line !== link)).toEqual([]);
    expect(lines.filter((line) => line !== line.trim())).toEqual([]);
    expect(lines.at(-1)).toBe('');
    const paragraphs = lines.join('\n').trim().split('\n\n');
    for (const paragraph of paragraphs) expect(paragraph).toMatch(/^\p{Lu}.*(\.|\d|:\n\S+)$/su);
    // A line is only broken where the next word would make it too long.
    for (const paragraph of paragraphs) {
      const broken = linesOf(paragraph);
      broken.slice(1).forEach((line, i) => {
        const [word = ''] = line.split(' ');
        if (line !== link && line !== code) expect(`${broken[i]} ${word}`.length).toBeGreaterThan(72);
      });
    }
  });

  test.each(mailNames)('the HTML of %s is well formed, in its language, and loads nothing', (template) => {
    const { html } = render(template, locale, { product: 'A <b>&"\' B' });
    expect(problemsOf(html)).toEqual([]);
    expect(html.startsWith(`<!doctype html>\n<html lang="${locale}">`)).toBe(true);
    expect(occurrences(html, '<h1')).toBe(1);
    expect(html).not.toMatch(/url\(|@import|src=|<img|<link|<script|javascript:|data:/i);
    expect(html).toContain('A &lt;b>&amp;');
    expect(Buffer.byteLength(html)).toBeLessThan(10_000);
  });

  test.each(mailNames)('both parts of %s say the same', (template) => {
    const { text, html } = render(template, locale);
    const inHtml = linesOf(visible(html)).map((line) => line.trim());
    for (const paragraph of text.trim().split('\n\n')) {
      const [first = '', ...rest] = paragraph.split('\n');
      const sentence = [link, code].includes(rest.at(-1) ?? '') ? null : [first, ...rest].join(' ');
      if (sentence !== null) expect(inHtml).toContain(sentence);
    }
  });

  test('no two templates say the same, and every one differs from the other languages', () => {
    const texts = mailNames.map((template) => render(template, locale).text);
    expect(new Set(texts).size).toBe(texts.length);
    for (const template of mailNames) {
      const inAll = locales.map((one) => `${render(template, one).subject} ${render(template, one).text}`);
      expect(new Set(inAll).size).toBe(locales.length);
    }
  });

  test('a mail without a code has the link alone', () => {
    for (const template of mailNames.filter((one) => mailTemplateOf(one).hasCode && mailTemplateOf(one).hasLink)) {
      const { text, html } = render(template, locale, { code: null, codeMinutes: null });
      const complete = render(template, locale);
      for (const part of [text, html]) {
        expect(occurrences(part, link)).toBe(1);
      }
      for (const part of [text, visible(html)]) expect(part).not.toMatch(/code|código|\b8\b/i);
      expect(complete.text).toMatch(/code|código/i);
    }
  });
});

test('the words of a mail come from its arguments alone, so a request has no influence on it', () => {
  for (const template of mailNames) {
    const twice = [render(template, 'en'), render(template, 'en')];
    expect(twice[0]).toEqual(twice[1]);
    expect(twice[0]?.html).not.toMatch(/\d{4}-\d\d-\d\d/);
  }
});

test('mails that someone else can have caused say what to do then', () => {
  const certain = ['api_key_expires', 'sms_alert', 'webhook_disabled', 'test'];
  const beginnings = { en: /^If (this|you)/m, de: /^Wenn Sie/m, fr: /^Si (ce|vous)/m, es: /^Si no/m };
  const without = mailNames.filter((template) =>
    locales.some((locale) => !beginnings[locale].test(render(template, locale).text)),
  );
  expect(without.toSorted()).toEqual(certain.toSorted());
});

test.each([
  [1, 'en', '1 minute'],
  [30, 'en', '30 minutes'],
  [90, 'de', '90 Minuten'],
  [1440, 'en', '24 hours'],
  [1439, 'de', '23 Stunden'],
  [10_080, 'fr', '7 jours'],
  [10_079, 'es', '6 días'],
  [43_200, 'de', '30 Tage'],
] as const)('%i minutes in %s are %s', (minutes, locale, words) => {
  expect(durationOf(minutes, locale).replaceAll('\u00a0', ' ')).toBe(words);
});
