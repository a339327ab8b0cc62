import type { MailProblem } from '../email/mail-problem';
import type { Locale } from '../email/mail-template';

/** How a message is sent. */
export const channels = { email: 'A mail.', sms: 'An SMS.' } as const;
export type Channel = keyof typeof channels;

/** A message to send. It has no link, no code and no text, because it is rendered each time that it is sent. */
export interface Message {
  /** A UUIDv7. It is also the Message-ID of a mail, and the `webhook-id` of an SMS, the same at each attempt. */
  id: string;
  channel: Channel;
  /** The name of its template. */
  template: string;
  userId: string | null;
  /** A canonical e-mail address, or a phone number in the form of E.164. */
  recipient: string;
  locale: Locale;
  /** The one-time token that the mail contains. */
  tokenId: string | null;
  createdTs: Date;
  /** Later than this the mail is not sent. */
  expiresTs: Date;
  /** How often sending was started. */
  attempts: number;
}

/** The states of the messages that operators see. They do not see messages that were sent. */
export const messageStates = {
  waiting: 'Waits for its first attempt or its next one.',
  failed: 'Failed in the last seven days, and is not tried again.',
} as const;
export type MessageState = keyof typeof messageStates;

/** A message that this instance sends now. */
export interface ClaimedMessage extends Message {
  /** Nobody knows what became of the last attempt: its instance died. */
  isUncertain: boolean;
}

/** A message as an operator sees it. */
export interface ListedMessage extends Message {
  /** The next attempt, or null if the message has ended. */
  dueTs: Date | null;
  endedTs: Date | null;
  problem: MailProblem | null;
}

/** The end of a message: sent if `problem` is null, else failed. */
export interface MessageEnd {
  id: string;
  at: Date;
  problem: MailProblem | null;
}

/** The notification channel for new messages. The payload is empty. */
export const messageChannel = 'gatehouse_message';
