import type { CommonWords } from '../mail-words';

export const fr: CommonWords = {
  before: (action) => `${action}\u00a0:`,
  linkIsValid: (duration) => `Le lien est valable ${duration}.`,
  codeIsValid: (duration) => `Le code est valable ${duration}.`,
  linkAndCodeAreValid: (ofLink, ofCode) => `Le lien est valable ${ofLink}, le code ${ofCode}.`,
};
