import type { CommonWords } from '../mail-words';

export const es: CommonWords = {
  before: (action) => `${action}:`,
  linkIsValid: (duration) => `El enlace es válido durante ${duration}.`,
  codeIsValid: (duration) => `El código es válido durante ${duration}.`,
  linkAndCodeAreValid: (ofLink, ofCode) => `El enlace es válido durante ${ofLink}; el código, durante ${ofCode}.`,
};
