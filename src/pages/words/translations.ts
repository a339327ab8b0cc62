import type { CodedText } from '../../accounts/admin-access/event-cause';
import type { Locale } from '../../platform/request/locale';
import { keysOf } from '../../platform/runtime/keys-of';
import type { Translations } from '../../platform/runtime/sentence';
import type { Words } from './en';
import { textsOf } from './texts-of';
import { wordsIn } from './words-in';

const byLocale = new Map<Locale, Translations>();

/** The words of a language for the sentences of the services, which are in English. Empty for English. */
export function translationsIn(locale: Locale): Translations {
  if (locale === 'en') return {};
  const known = byLocale.get(locale) ?? translationsOf(wordsIn[locale]);
  byLocale.set(locale, known);
  return known;
}

function translationsOf({ explanations, checks, console: { events, mails, webhooks } }: Words): Translations {
  const { reasons, sessionEnds, advice, causes, limits, sentences } = explanations;
  const tables: Readonly<Record<CodedText, Readonly<Record<string, string>>>> = {
    action: events,
    'mail problem': mails.problems,
    'webhook problem': webhooks.deliveries.problems,
    code: causes,
    'advice on code': advice,
    end: sessionEnds,
    'limit per': limits,
    reason: textsOf(reasons, ({ means }) => means),
    'advice on reason': textsOf(reasons, ({ advice }) => advice),
  };
  const coded = keysOf(tables).flatMap((table) =>
    Object.entries(tables[table]).map(([code, text]) => [`${table} ${code}`, text] as const),
  );
  return { ...checks.sentences, ...sentences, ...Object.fromEntries(coded) };
}
