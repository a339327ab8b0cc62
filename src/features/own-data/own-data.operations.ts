import { defineOperation } from '../../platform/operations/define-operation';
import { operationLimits } from '../../platform/operations/operation.limits';

export const exportMyData = defineOperation({
  name: 'exportMyData',
  rest: ['GET /auth/export'],
  tag: 'Accounts',
  summary: 'Download the data of the user',
  does: 'Returns what Gatehouse stores about the user: the rows of each table, without secrets and other people. The user must have signed in, or used `stepUp`, in the last 5 minutes, with the second factor if there is one. Each table has at most 100,000 rows; `incomplete` names those with more.',
  message: 'Data exported.',
  caller: 'user',
  limits: [operationLimits.CHANGE_ACCOUNT],
  errors: {
    STEP_UP_REQUIRED: 'The user last signed in, or used the second factor, more than 5 minutes ago.',
    CONFLICT: 'Another export of the user is running. In GraphQL also: the data has more than 5 MB.',
  },
});
