/** Why a mail could not be sent. The audit has these problems when a mail is given up. */
const deliveryProblems = {
  unreachable: 'The mail server cannot be reached.',
  timeout: 'The mail server did not answer in time.',
  tls: 'The mail server does not support TLS, or its certificate is not valid.',
  authentication: 'The mail server rejected the user or the password.',
  connection_lost: 'The connection to the mail server was lost.',
  sender_rejected: 'The mail server rejected the sender.',
  rejected_later: 'The mail server asks to try again later.',
  recipient_rejected: 'The mail server rejected the address of the recipient.',
  message_rejected: 'The mail server rejected the mail.',
  template: 'The mail could not be rendered. The log has the error.',
  expired: 'The mail could not be sent before its link expired.',
  unknown: 'An unexpected error. The log has the error.',
} as const satisfies Record<string, string>;

/** Why a mail was not sent. The texts of mail servers are never stored or logged: they can contain the address. */
export const mailProblems = {
  ...deliveryProblems,
  link_used: 'The link was used or replaced before the mail was sent.',
  restored: 'A backup was restored, and `gatehouse after-restore` ended all mails that waited.',
} as const;

export type DeliveryProblem = keyof typeof deliveryProblems;
export type MailProblem = keyof typeof mailProblems;

/** A mail was not sent. */
export class MailError extends Error {
  override readonly name = 'MailError';
  constructor(
    readonly problem: DeliveryProblem,
    /** Whether the same mail would be rejected again, so that no further attempt is made. */
    readonly isPermanent: boolean,
    /** The reply code of the server (RFC 5321, section 4.2), if there is one. */
    readonly replyCode: number | null,
    /** The reply of the server in one line, for an operator who tests the connection. Never stored or logged. */
    readonly reply: string | null = null,
  ) {
    super(`${deliveryProblems[problem]}${replyCode === null ? '' : ` (${replyCode})`}`);
  }
}
