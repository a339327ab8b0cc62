import path from 'node:path';
import { ConfigError } from '../config/config-error';
import { FileProblem, fileNamesIn, placeholder, readBounded } from '../config/text-folder';
import { isLocale, type Locale } from '../request/locale';
import { keysOf } from '../runtime/keys-of';
import { type MailTemplate, type MailValues, mailTemplates, type RenderedMail } from './mail-template';

/** Many mail programs show only the first 102 kB of a mail. */
const mostBytes = 64 * 1024;
/** Characters, without the name of the product. */
const longestSubject = 200;

/** The end of the name of the file of each part. */
const fileEnds: Readonly<Record<keyof RenderedMail, string>> = {
  subject: 'subject.txt',
  text: 'txt',
  html: 'html',
};

interface Place {
  template: MailTemplate;
  locale: Locale;
  part: keyof RenderedMail;
}

const parts = keysOf(fileEnds);

const fileOf = ({ template, locale, part }: Place): string => `${template.name}.${locale}.${fileEnds[part]}`;

/** Returns null if the name is not the name of a template. */
function placeOf(name: string): Place | null {
  const [, kind = '', locale = '', end = ''] = /^(\w+)\.(\w+)\.([\w.]+)$/.exec(name) ?? [];
  const part = parts.find((one) => fileEnds[one] === end);
  const template = mailTemplates.find(kind);
  return template && isLocale(locale) && part !== undefined ? { template, locale, part } : null;
}

/** The templates of an operator, checked. */
export class CustomTemplates {
  /** `texts` has the content of each file, by its name. */
  constructor(private readonly texts: ReadonlyMap<string, string>) {}

  get files(): readonly string[] {
    return [...this.texts.keys()];
  }

  /** Returns null if no file replaces this part. */
  render(place: Place, values: MailValues): string | null {
    const text = this.texts.get(fileOf(place));
    if (text === undefined) return null;
    if (place.part === 'subject') return fill(text.trim(), values, asIs);
    return fill(text, values, place.part === 'html' ? escapeHtml : asIs);
  }
}

/**
 * Reads the files in MAIL_TEMPLATES: `reset_password.de.txt` replaces the text part of one mail in one language.
 * @throws ConfigError with one line for each problem
 */
export function readCustomTemplates(folder: string): CustomTemplates {
  const problems: string[] = [];
  const texts = new Map<string, string>();
  for (const name of fileNamesIn('MAIL_TEMPLATES', folder)) {
    try {
      texts.set(name, readTemplate(folder, name));
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      problems.push(`MAIL_TEMPLATES: ${error.message}`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return new CustomTemplates(texts);
}

function readTemplate(folder: string, name: string): string {
  const place = placeOf(name);
  // The name is printed, so it is quoted as JSON.
  if (!place) throw new FileProblem(`${JSON.stringify(name)} is not the name of a template, ${example}`);
  const text = readText(path.join(folder, name), name);
  checkPlaceholders(text, place, name);
  return text;
}

const example = 'such as reset_password.en.html';

function readText(file: string, name: string): string {
  const bytes = readBounded(file, name, mostBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileProblem(`${name} is not text in UTF-8`);
  }
}

function checkPlaceholders(text: string, place: Place, name: string): void {
  const allowed = placeholdersOf(place);
  const used = [...text.matchAll(placeholder)].map(([, key = '']) => key);
  const listed = allowed.map((key) => `{{${key}}}`).join(' ');
  if (/\{\{|\}\}/.test(text.replaceAll(placeholder, ''))) throw new FileProblem(`${name} has {{ or }} alone`);
  const unknown = used.find((key) => !(allowed as readonly string[]).includes(key));
  if (unknown !== undefined) {
    throw new FileProblem(`${name} has {{${unknown.slice(0, 40)}}}. It can have: ${listed}`);
  }
  if (place.part === 'subject') {
    if (!/^[^\p{Cc}]+$/u.test(text.trim()) || text.trim().length > longestSubject) {
      throw new FileProblem(`${name} must have one line of at most ${longestSubject} characters`);
    }
  } else if (allowed.includes('link') && !used.includes('link')) {
    throw new FileProblem(`${name} has no {{link}}, without which the mail is of no use`);
  } else if (text.split('\n').some((line) => /\{\{ *link/.test(line) && /\{\{ *code/.test(line))) {
    throw new FileProblem(`${name} has the link and the code in one line. Without a code, this line would be left out`);
  }
}

/** A subject can be read on a locked phone, so it has no link and no code. */
function placeholdersOf({ template, part }: Place): readonly (keyof MailValues)[] {
  const { hasLink, hasCode, hasProvider = false, hasLogin = false, hasOrganization = false } = template;
  if (part === 'subject') return ['product'];
  return [
    'product',
    ...(hasLink ? (['link', 'minutes'] as const) : []),
    ...(hasCode ? (['code', 'codeMinutes'] as const) : []),
    ...(hasProvider ? (['provider'] as const) : []),
    ...(hasLogin ? (['time', 'device', 'country'] as const) : []),
    ...(hasOrganization ? (['organization'] as const) : []),
  ];
}

/** Inserts the values. A line with a value that this mail does not have is left out. */
function fill(text: string, values: MailValues, escaped: (value: string) => string): string {
  const find = (key: string) => values[key as keyof MailValues];
  return text
    .split('\n')
    .filter((line) => [...line.matchAll(placeholder)].every(([, key = '']) => find(key) !== null))
    .map((line) => line.replaceAll(placeholder, (_, key: string) => escaped(String(find(key)))))
    .join('\n');
}

const asIs = (value: string): string => value;

const escapeHtml = (value: string): string => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
