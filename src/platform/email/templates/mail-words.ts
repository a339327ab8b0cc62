/** What the mails of one language have in common. */
export interface CommonWords {
  /** The line before a link, in the text part. */
  readonly before: (action: string) => string;
  readonly linkIsValid: (duration: string) => string;
  readonly codeIsValid: (duration: string) => string;
  readonly linkAndCodeAreValid: (ofLink: string, ofCode: string) => string;
}
