import type { Feature } from '../../platform/feature';
import { passwordMails } from './password-change.mails';
import * as passwords from './password-change.operations';

export const passwordChangeFeature = {
  operations: [passwords],
  mails: passwordMails,
} satisfies Feature;
