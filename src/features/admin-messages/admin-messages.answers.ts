import { z } from 'zod';
import { orList } from '../../platform/config/or-list';
import { mailProblems } from '../../platform/email/mail-problem';
import { channels, messageStates } from '../../platform/messages/message';
import { answerEnum, answerOf, answerType, exampleTs, pageOf } from '../../platform/operations/answer';

const problems = Object.keys(mailProblems).map((problem) => `\`${problem}\``);

const message = answerType('Message', 'A mail or an SMS that waits or has failed, without its text, link and code.', {
  id: z.uuid().meta({
    description: 'The id of the mail, which is also in its `Message-ID`.',
    example: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
  }),
  channel: answerEnum('MessageChannel', 'How a message is sent.', channels).meta({
    description: 'How it is sent.',
    example: 'email',
  }),
  template: z.string().meta({ description: 'The kind of mail or SMS.', example: 'reset_password' }),
  state: answerEnum('MessageState', 'The state of a mail that the outbox keeps.', messageStates).meta({
    description: 'Whether the mail waits or has failed.',
    example: 'waiting',
  }),
  userId: z.uuid().nullable().meta({
    description: 'The id of the account that the mail is about. Null if there is none.',
    isId: false,
    example: '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90',
  }),
  recipient: z
    .string()
    .meta({ description: 'The e-mail address or the phone number that gets it.', example: 'ada@example.com' }),
  locale: z.string().meta({ description: 'The language of the mail: `en`, `de`, `fr` or `es`.', example: 'en' }),
  createdTs: z.date().meta({ description: 'When the mail was written.', example: exampleTs }),
  expiresTs: z.date().meta({
    description: 'The mail is not sent after this time.',
    example: new Date('2026-11-20T18:30:15.123Z'),
  }),
  attempts: z.int().meta({ description: 'How often Gatehouse has tried to send the mail.', example: 1 }),
  dueTs: z
    .date()
    .nullable()
    .meta({
      description: 'The time of the next attempt. Null if there is none.',
      example: new Date('2026-11-20T17:30:45.123Z'),
    }),
  endedTs: z.date().nullable().meta({
    description: 'When the mail has failed for good. Null if it waits.',
    example: null,
  }),
  problem: z
    .string()
    .nullable()
    .meta({
      description: `Why the last attempt failed: ${orList(problems)}. Null before the first attempt.`,
      example: 'unreachable',
    }),
});

export const messagesAnswer = pageOf(message, {
  connection: 'MessageConnection',
  property: 'messages',
  items: 'The mails of this page, the newest first.',
  positionOf: ({ createdTs, id }) => ({ ts: createdTs, id }),
  is: 'One page of the mails that wait or have failed.',
  envelope: 'One page of mails.',
  response: 'One page of mails.',
});

export const retryMessageAnswer = answerOf(message, {
  is: '',
  envelope: 'A mail.',
  envelopeName: 'MessageEnvelope',
  response: 'The mail is due.',
  payload: { is: 'The result of `retryMessage`.' },
});
