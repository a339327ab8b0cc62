type Value = string | number | Sentence | readonly (string | Sentence)[];

/** A sentence in English whose words can be translated. */
export interface Sentence {
  /** The words, with `{0}`, `{1}` … in the places of the values. Translations are found by it. */
  readonly template: string;
  readonly values: readonly Value[];
}

/** The words of another language, by those in English. */
export type Translations = Readonly<Record<string, string>>;

/** Tags a template of JavaScript: say`mails that wait: ${count}`. */
export const say = (parts: TemplateStringsArray, ...values: Value[]): Sentence => ({
  template: parts.reduce((text, part, i) => `${text}{${i - 1}}${part}`),
  values,
});

/** A sentence without values, from a table of texts. */
export const plain = (template: string): Sentence => ({ template, values: [] });

/** Returns the text in the language of the translations. Without a translation, a template stays in English. */
export function textOf({ template, values }: Sentence, translations: Translations = {}): string {
  const text = (value: Value | undefined): string => {
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    if (value === undefined) return '';
    return 'template' in value ? textOf(value, translations) : value.map(text).join(', ');
  };
  return (translations[template] ?? template).replaceAll(/\{(\d+)\}/g, (_, i: string) => text(values[Number(i)]));
}
