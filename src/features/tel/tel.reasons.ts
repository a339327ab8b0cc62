import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const telReasons = rejectionReasons.define({
  'paused country': {
    means: 'Too few codes to this country were confirmed, so it is paused.',
    advice: 'If they were no attack, end the pause in the console.',
  },
  'spent SMS budget': {
    means: '`SMS_DAILY_BUDGET` is spent.',
    advice: 'Look in the audit who asks for codes, before you raise it.',
  },
});
