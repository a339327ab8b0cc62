import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { coded } from '../../src/accounts/admin-access/event-cause';
import { serverChecks } from '../../src/doctor/doctor';
import { translationsIn } from '../../src/pages/words/translations';
import { wordsIn } from '../../src/pages/words/words-in';
import { say, textOf } from '../../src/platform/runtime/sentence';

const src = path.join(__dirname, '../../src');
const doctor = 'doctor';

/** The sentences that the console shows, as they are written with `say` in the source. */
const templates = [
  'accounts/admin-access/event-cause.ts',
  'features/admin-audit/explanation.ts',
  ...readdirSync(path.join(src, doctor)).map((file) => `${doctor}/${file}`),
]
  .flatMap((file) => templatesIn(readFileSync(path.join(src, file), 'utf8')))
  .filter((template) => /[a-z]/i.test(template.replaceAll(/\{\d+\}/g, '')));

function templatesIn(source: string): string[] {
  return [...source.matchAll(/\bsay`/g)].map(({ index }) => {
    let template = '';
    let values = 0;
    let at = index + 'say`'.length;
    while (source[at] !== '`') {
      if (source.startsWith('${', at)) {
        at = source.indexOf('}', at);
        template += `{${values++}}`;
      } else {
        if (source[at] === '\\') at += 1;
        template += source[at];
      }
      at += 1;
    }
    return template;
  });
}

const placeholders = (text: string) => [...text.matchAll(/\{\d+\}/g)].map(([found]) => found).toSorted();

test('a sentence has its values in the order of the language', () => {
  const sentence = say`${'a'} before ${say`${2} of ${['x', 'y']}`}`;
  expect(textOf(sentence)).toBe('a before 2 of x, y');
  expect(textOf(sentence, { '{0} before {1}': '{1} nach {0}', '{0} of {1}': '{0} von {1}' })).toBe('2 von x, y nach a');
  // A value is never read as a template.
  expect(textOf(say`${'{1}'} and ${'b'}`)).toBe('{1} and b');
  // Two causes with the same English words can have different ones in another language.
  const [reason, code] = [coded('reason', 'x', 'no value'), coded('code', 'x', 'no value')];
  expect([reason, code].map((one) => textOf(one, { 'reason x': 'kein Wert' }))).toEqual(['kein Wert', 'no value']);
});

describe.each(['de', 'fr', 'es'] as const)('in the language %s', (locale) => {
  const translations = translationsIn(locale);
  const { checks, explanations } = wordsIn[locale];

  test('every sentence of the checks and of the explanations is translated, with all its values', () => {
    expect(templates.length).toBeGreaterThan(100);
    expect(templates.filter((template) => translations[template] === undefined)).toEqual([]);
    for (const template of templates) {
      expect([template, placeholders(translations[template] ?? '')]).toEqual([template, placeholders(template)]);
    }
  });

  test('no translation is left of a sentence that changed', () => {
    const translated = Object.keys({ ...checks.sentences, ...explanations.sentences });
    expect(translated.filter((template) => !templates.includes(template))).toEqual([]);
  });

  test('every check has a name', () => {
    expect(Object.keys(checks.names).toSorted()).toEqual([...serverChecks, 'doctor'].toSorted());
  });
});
