import { mailProblems } from '../../platform/email/mail-problem';
import type { ListedMessage } from '../../platform/messages/message';

// The descriptions of both APIs.

const problems = Object.keys(mailProblems).map((problem) => `\`${problem}\``);

/** The meaning of what a super admin sees of a mail. */
export const messageDescriptions: Readonly<Record<keyof Omit<ListedMessage, 'tokenId'> | 'state', string>> = {
  id: 'The id of the mail, which is also in its `Message-ID`.',
  template: 'The kind of mail.',
  state: 'Whether the mail waits or has failed.',
  userId: 'The id of the account that the mail is about. Null if there is none.',
  recipient: 'The e-mail address that gets the mail.',
  locale: 'The language of the mail: `en`, `de`, `fr` or `es`.',
  createdTs: 'When the mail was written.',
  expiresTs: 'The mail is not sent after this time.',
  attempts: 'How often Gatehouse has tried to send the mail.',
  dueTs: 'The time of the next attempt. Null if there is none.',
  endedTs: 'When the mail has failed for good. Null if it waits.',
  problem: `Why the last attempt failed: ${problems.slice(0, -1).join(', ')} or ${problems.at(-1)}. Null before the first attempt.`,
};
