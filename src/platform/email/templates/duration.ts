import type { Locale } from '../../request/locale';

/** Up to these minutes, the next smaller unit is used: 90 minutes, 36 hours. */
const mostInMinutes = 120;
const mostInHours = 48 * 60;

/** Returns a duration in words, such as `30 minutes` or `7 days`, and never more than the given minutes. */
export function durationOf(minutes: number, locale: Locale): string {
  const [count, unit] =
    minutes <= mostInMinutes
      ? [minutes, 'minute']
      : minutes <= mostInHours
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
