import { defineOperation } from '../../platform/operations/define-operation';
import { ofSuperAdmins } from '../../platform/operations/error-texts';
import { impersonateAnswer } from './impersonation.answers';
import { impersonateInput } from './impersonation.inputs';

export const impersonate = defineOperation({
  name: 'impersonate',
  rest: ['POST /admin/users/{user_id}/impersonate'],
  tag: 'Users',
  summary: 'Act as a user',
  does: 'Lets the super admin act as the user for 15 minutes, at most while the session of the super admin lives. The access token names both: `sub` is the user, and `act.sub` is the super admin. There is no refresh token. Every event of the audit names the super admin. What only the user can do is `FORBIDDEN` with this token: the password, the e-mail address, second factors, the deletion, and the other sessions. The user gets an e-mail, unless `IMPERSONATION_NOTICE` is `false`. A logout with the token ends the session.',
  message: 'Session of the user opened.',
  caller: 'superAdmin',
  input: impersonateInput,
  takes: 'Why the super admin acts as the user.',
  errors: {
    FORBIDDEN: `${ofSuperAdmins.FORBIDDEN} Or the user to act as is a super admin.`,
    NOT_FOUND: 'There is no such user.',
    CONFLICT: 'The account is disabled or deleted.',
  },
  takesSecret: true,
  answer: impersonateAnswer,
});
