import type { CommonWords } from '../mail-words';

export const de: CommonWords = {
  before: (action) => `${action}:`,
  linkIsValid: (duration) => `Der Link ist ${duration} gültig.`,
  codeIsValid: (duration) => `Der Code ist ${duration} gültig.`,
  linkAndCodeAreValid: (ofLink, ofCode) => `Der Link ist ${ofLink} gültig, der Code ${ofCode}.`,
};
