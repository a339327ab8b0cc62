/** The description and the example of an input field, for both APIs. */
export interface FieldText {
  /** Complete sentences. They never name another field, because each API spells names differently. */
  description: string;
  /** A value that the schema of the input accepts. */
  example: string | number | boolean | object;
  /** The meaning of each value, if the field has a fixed set of values. */
  values?: Readonly<Record<string, string>>;
}
