import { codeCauses } from '../../accounts/admin-access/event-cause';
import { actionsByName, endsByName, reasonsByName } from '../../compose/features';
import { mailProblems } from '../../platform/email/mail-problem';
import { errorTable } from '../../platform/errors/error-table';
import { limitScopes } from '../../platform/rate-limits/limit-table';
import type { Locale } from '../../platform/request/locale';
import { keysOf } from '../../platform/runtime/keys-of';
import type { Translations } from '../../platform/runtime/sentence';
import { webhookProblems } from '../../platform/webhooks/webhook';
import type { Words } from './en';
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
  return {
    ...checks.sentences,
    ...sentences,
    ...pairs(actionsByName, (name) => [actionsByName[name].means, events[name]]),
    ...between(mailProblems, mails.problems),
    ...between(webhookProblems, webhooks.deliveries.problems),
    ...between(codeCauses, causes),
    ...pairs(endsByName, (name) => [endsByName[name].means, sessionEnds[name]]),
    ...Object.fromEntries(limitScopes.map((scope) => [scope, limits[scope]])),
    ...pairs(errorTable, (code) => [errorTable[code].advice, advice[code]]),
    ...pairs(reasonsByName, (reason) => [reasonsByName[reason].means, reasons[reason].means]),
    ...pairs(reasonsByName, (reason) => [reasonsByName[reason].advice, reasons[reason].advice]),
  };
}

const pairs = <Name extends string>(
  table: Readonly<Record<Name, unknown>>,
  pair: (name: Name) => [english: string, other: string],
): Translations => Object.fromEntries(keysOf(table).map(pair));

const between = <Name extends string>(
  english: Readonly<Record<Name, string>>,
  other: Readonly<Record<Name, string>>,
): Translations => pairs(english, (name) => [english[name], other[name]]);
