import { operationsTagged } from '../../platform/operations/define-operation';
import { invalidFields, unverified } from '../../platform/operations/error-texts';
import { operationLimits } from '../../platform/operations/operation.limits';
import { confirmTelAnswer, sendTelVerificationAnswer } from './tel.answers';
import { telActions } from './tel.audit';
import { confirmTelInput, sendTelVerificationInput } from './tel.inputs';
import { telLimits } from './tel.limits';

const defineOperation = operationsTagged('Accounts');

const telOff = 'Phone numbers cannot be confirmed here (`SMS_URL`, `SMS_COUNTRIES`).';

export const sendTelVerification = defineOperation({
  name: 'sendTelVerification',
  rest: ['POST /auth/tel/verification'],
  summary: 'Send a code to a phone number',
  does: 'Sends a code by SMS. The caller must be signed in. The answer is the same if the country is paused or the budget is spent.',
  message: 'If the number can get messages now, a code was sent to it.',
  caller: 'user',
  input: sendTelVerificationInput,
  takes: 'The number.',
  challenge: { name: 'tel', costsMoney: true },
  limits: [...Object.values(telLimits), operationLimits.CHANGE_ACCOUNT],
  errors: {
    VALIDATION_FAILED: `${invalidFields} Only mobile numbers of \`SMS_COUNTRIES\` fit.`,
    FORBIDDEN: telOff,
    EMAIL_NOT_VERIFIED: unverified,
  },
  takesSecret: true,
  rejectedAs: telActions.tel_verification_rejected,
  answer: sendTelVerificationAnswer,
});

export const confirmTel = defineOperation({
  name: 'confirmTel',
  rest: ['POST /auth/tel/verification/confirm'],
  summary: 'Confirm a phone number',
  does: 'Confirms the number that got the code, and makes it that of the account. The caller must be signed in.',
  message: 'Phone number confirmed.',
  caller: 'user',
  input: confirmTelInput,
  takes: 'The code.',
  limits: [operationLimits.CHANGE_ACCOUNT],
  errors: { INVALID_TOKEN: 'The code is wrong, was used or replaced, or has expired.', FORBIDDEN: telOff },
  takesSecret: true,
  rejectedAs: telActions.tel_verification_rejected,
  answer: confirmTelAnswer,
});
