import { defineOperation } from '../../platform/operations/define-operation';
import { importUsersAnswer } from './admin-import.answers';
import { importUsersInput, mostPeople } from './import-users.inputs';

export const importUsers = defineOperation({
  name: 'importUsers',
  rest: ['POST /admin/users/import'],
  tag: 'Users',
  summary: 'Import users',
  does: `Imports up to ${mostPeople} people from the text of an import file, as the command \`import users\` does, and returns the lines that became no account. An import changes no account that exists, so the client can send the same text again. It imports no super admins, no plain passwords, and no fast digests (MD5, SHA, HMAC), which take long to hash again. No e-mails and no webhooks are sent. If the text cannot be read to its end, nothing is imported. The request counts once for the limit \`ADMIN\`. The caller must be a super admin.`,
  restNote: 'The body can have up to 64 kB.',
  message: 'Each line has an outcome.',
  caller: 'superAdmin',
  input: importUsersInput,
  takes: 'The people to import.',
  hasLargeBody: true,
  answer: importUsersAnswer,
  errors: { CONFLICT: 'The instance already runs two imports.' },
});
