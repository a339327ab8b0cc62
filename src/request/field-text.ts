/** What both APIs publish about a field of an input. */
export interface FieldText {
  /** Sentences without the name of another field, because the two APIs spell names differently. */
  description: string;
  /** A value that the schema of the input accepts. */
  example: string | number;
}
