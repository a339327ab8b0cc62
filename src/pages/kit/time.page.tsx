import type { Locale } from '../../platform/request/locale';

/** A time in the form of the language, in UTC: the server does not know the time zone of the person. */
export const Time = ({ at, locale }: { at: Date; locale: Locale }) => (
  <time datetime={at.toISOString()}>{formatOf(locale).format(at)} UTC</time>
);

/** Kept, because to create one takes longer than to render a row of a table. */
const formats = new Map<Locale, Intl.DateTimeFormat>();

function formatOf(locale: Locale): Intl.DateTimeFormat {
  const known = formats.get(locale);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  formats.set(locale, format);
  return format;
}
