import { rateLimits } from '../rate-limits/limit-table';

export const operationLimits = rateLimits.define({
  CHANGE_ACCOUNT: {
    count: 30,
    seconds: 60,
    per: 'account',
    of: 'requests',
    queue: 'changes',
    what: 'Each change that a signed-in user asks for, also if it is rejected, and each step-up and export. Ending sessions does not count.',
  },
  ADMIN: {
    count: 600,
    seconds: 60,
    per: 'super admin or service',
    of: 'requests',
    what: 'Each operation of the administration API.',
  },
});
