import { type DeliveryProblem, MailError } from './mail-problem';

/** The properties of nodemailer's errors that say what has happened. */
interface SmtpError {
  code?: unknown;
  /** The code of Node, such as ECONNREFUSED. */
  originalCode?: unknown;
  /** The reply code of the server (RFC 5321, section 4.2). */
  responseCode?: unknown;
  /** The command that the server answered, such as `RCPT TO`. */
  command?: unknown;
  response?: unknown;
}

const problemOfCode: Readonly<Record<string, DeliveryProblem>> = {
  EDNS: 'unreachable',
  ESOCKET: 'unreachable',
  ETIMEDOUT: 'timeout',
  EABORT: 'timeout',
  ETLS: 'tls',
  EREQUIRETLS: 'tls',
  EAUTH: 'authentication',
  ENOAUTH: 'authentication',
  ECONNECTION: 'connection_lost',
  EPROTOCOL: 'connection_lost',
  ESTREAM: 'connection_lost',
};

/** Converts an error of nodemailer, whose message contains the reply of the server. @throws MailError */
export function toMailError(error: unknown): never {
  const { code, originalCode, responseCode, command, response } = (error ?? {}) as SmtpError;
  const replyCode = typeof responseCode === 'number' ? responseCode : null;
  const reply = typeof response === 'string' ? (response.split('\n', 1)[0]?.slice(0, 200).trim() ?? null) : null;
  const fail = (problem: DeliveryProblem, isPermanent = false): never => {
    throw new MailError(problem, isPermanent, replyCode, reply);
  };
  // The server ends the connection, for example because it is stopping.
  if (replyCode === 421) return fail('rejected_later');
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    // A sender that the server rejects is a wrong setting. The mails wait until it is corrected.
    if (command === 'MAIL FROM' && replyCode !== null) return fail('sender_rejected');
    if (replyCode !== null && !isPermanentReply(replyCode)) return fail('rejected_later');
    return fail(code === 'EENVELOPE' ? 'recipient_rejected' : 'message_rejected', true);
  }
  if (code === 'ESOCKET' && /CERT|TLS|SSL|EPROTO/.test(String(originalCode))) return fail('tls');
  return fail(problemOfCode[String(code)] ?? 'unknown');
}

/** 503 says that the server expected another command, so the mail may succeed on another connection. */
const isPermanentReply = (code: number): boolean => code >= 500 && code < 600 && code !== 503;
