type Value = string | number | Sentence | readonly (string | Sentence)[];

/** A sentence in English whose words can be translated. */
export interface Sentence {
  /** Translations are found by it: what the sentence explains, such as `reason wrong password`, or its template. */
  readonly key: string;
  /** The words, with `{0}`, `{1}` … in the places of the values. */
  readonly template: string;
  readonly values: readonly Value[];
}

/** The words of another language, by the keys of sentences. */
export type Translations = Readonly<Record<string, string>>;

/** Tags a template of JavaScript: say`mails that wait: ${count}`. */
export function say(parts: TemplateStringsArray, ...values: Value[]): Sentence {
  const template = parts.reduce((text, part, i) => `${text}{${i - 1}}${part}`);
  return { key: template, template, values };
}

/** Returns the text in the language of the translations. Without a translation, a sentence stays in English. */
export function textOf({ key, template, values }: Sentence, translations: Translations = {}): string {
  const text = (value: Value | undefined): string => {
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    if (value === undefined) return '';
    return 'template' in value ? textOf(value, translations) : value.map(text).join(', ');
  };
  return (translations[key] ?? template).replaceAll(/\{(\d+)\}/g, (_, i: string) => text(values[Number(i)]));
}
