import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import type { Secret } from '../config/secret';
import { isLoopback } from '../runtime/loopback';

/** Milliseconds. The worker also limits the whole time of a mail. */
const timeouts = {
  dnsTimeout: 5000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  socketCloseTimeout: 1000,
  /** Servers close idle connections, mostly after a minute. */
  idleTimeout: 30_000,
} as const;

/** How many connections to the mail server one process opens. */
export const smtpConnections = 5;

/**
 * Returns the options of a connection to `SMTP_URL`. Without TLS, anyone on the way could read the links. So TLS is
 * required, except on the same machine, and except if the operator says otherwise.
 * @param clientName the host that the server sees in EHLO
 */
export function smtpOptionsOf(smtpUrl: Secret, clientName: string): SMTPPoolOptions {
  const url = new URL(smtpUrl.reveal());
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const isPlain = isLoopback(host) || url.searchParams.get('disable_starttls') === 'true';
  return {
    pool: true,
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isPlain,
    ignoreTLS: isPlain,
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    tls: { minVersion: 'TLSv1.2' },
    name: clientName,
    maxConnections: smtpConnections,
    // A server may close a connection between two mails. Other failures are for the worker, which knows when to try again.
    maxRequeues: 1,
    // A mail never names files or URLs, so that no text can become one.
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
    ...timeouts,
  };
}
