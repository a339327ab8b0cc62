import type { CommonWords } from '../mail-words';

export const en: CommonWords = {
  before: (action) => `${action}:`,
  linkIsValid: (duration) => `The link is valid for ${duration}.`,
  codeIsValid: (duration) => `The code is valid for ${duration}.`,
  linkAndCodeAreValid: (ofLink, ofCode) => `The link is valid for ${ofLink}, the code for ${ofCode}.`,
};
