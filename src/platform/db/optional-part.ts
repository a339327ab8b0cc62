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
  const without = (isLeftOut: (name: string) => boolean) =>
    statement.text.replaceAll(parts, (part, name: string) => (isLeftOut(name) ? '' : part));
  // By a bit for each part.
  const variants = Array.from({ length: 2 ** names.length }, (_, bits): Given => {
    const isOn = (name: string) => (bits & (1 << names.indexOf(name))) !== 0;
    const text = without((name) => !isOn(name));
    return { ...statement, name: [statement.name, ...names.filter(isOn)].join('_with_'), text };
  });
  const [plain] = variants;
  const hasParameter = (text: string, number: string) => new RegExp(`\\${number}(?!\\d)`).test(text);
  const unknown = statement.text.match(/\$\d+/g)?.find((number) => plain && !hasParameter(plain.text, number));
  if (unknown) throw new Error(`${statement.name} has ${unknown} only in an optional part`);
  const bitsOf = (switches: Switches) =>
    names.reduce((bits, name, i) => (switches[name]?.isOn ? bits | (1 << i) : bits), 0);
  return { ...statement, ...plain, variantFor: (switches: Switches) => variants[bitsOf(switches)] ?? statement };
}
