/** Whether parts of statements run. */
export interface Switch {
  isOn: boolean;
}

/** By the name of the part. */
export type Switches = Readonly<Record<string, Switch>>;

const parts = /\/\*\+(\w+)\*\/(.*?)\/\*-\1\*\//gs;

/** A part of a statement that `withOptionalParts` leaves out while the switch of this name is off. */
export const optional = (name: string, sql: string): string => `/*+${name}*/${sql}/*-${name}*/`;

/**
 * Makes one statement for each combination of the optional parts. Which of them runs depends on the switches at that moment
 * (src/compose/stores.ts), so an installation pays nothing for parts that it does not need.
 */
export function withOptionalParts<Given extends { name: string; text: string }>(
  statement: Given,
): Given & { variantFor(switches: Switches): Given } {
  const names = [...new Set([...statement.text.matchAll(parts)].map(([, name = '']) => name))];
  const variantOf = (isOn: (name: string) => boolean): Given => ({
    ...statement,
    name: [statement.name, ...names.filter(isOn)].join('_with_'),
    text: statement.text.replaceAll(parts, (_part, name: string, sql: string) => (isOn(name) ? sql : '')),
  });
  const plain = variantOf(() => false);
  const isIn = (text: string, number: string) => new RegExp(`\\${number}(?!\\d)`).test(text);
  const unknown = statement.text.match(/\$\d+/g)?.find((number) => !isIn(plain.text, number));
  if (unknown) throw new Error(`${statement.name} has ${unknown} only in an optional part`);
  // By a bit for each part.
  const variants = Array.from({ length: 2 ** names.length }, (_, bits) =>
    variantOf((name) => (bits & (1 << names.indexOf(name))) !== 0),
  );
  const bitsOf = (switches: Switches) =>
    names.reduce((bits, name, i) => (switches[name]?.isOn ? bits | (1 << i) : bits), 0);
  return { ...statement, ...plain, variantFor: (switches: Switches) => variants[bitsOf(switches)] ?? plain };
}
