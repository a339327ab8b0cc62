import { Secret } from '../config/secret';
import { decodableUrl, flag, integer, optional, parseUrl, settingsOn, text } from '../config/setting';

const setting = settingsOn('email');

/** A sender: `Example <no-reply@example.com>` or an address alone. */
export interface Sender {
  name: string | null;
  address: string;
}

const address =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;
const named = /^"?([^<>"\p{Cc}]{1,100}?)"? *<([^<>]+)>$/u;

function senderOf(value: string): Sender | null {
  const [, name = null, inBrackets] = named.exec(value) ?? [];
  const given = inBrackets ?? value;
  return address.test(given) ? { name, address: given } : null;
}

const sender = text
  .refine((value) => senderOf(value) !== null, 'must be an e-mail address, such as Example <no-reply@example.com>')
  .transform((value) => senderOf(value) as Sender);

const smtpProtocols = ['smtp:', 'smtps:'];

const smtpUrl = decodableUrl
  .refine((value) => {
    const url = parseUrl(value);
    return url !== null && smtpProtocols.includes(url.protocol) && url.hostname !== '';
  }, 'must be an smtp:// or smtps:// URL')
  .superRefine((value, context) => {
    const message = partWithoutEffect(value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  })
  .refine((value) => !isUnencrypted(value) || !parseUrl(value)?.username, {
    error: 'must not have a user and a password together with disable_starttls, because they would not be encrypted',
  })
  .transform((value) => new Secret(value));

/** Returns which part of the URL would have no effect, as text after the name of the variable, or null. */
function partWithoutEffect(value: string): string | null {
  const url = parseUrl(value);
  if (!url) return null;
  const { pathname, searchParams, username, password, protocol } = url;
  const [name, ...others] = [...searchParams.keys()];
  if (!['', '/'].includes(pathname)) return 'can have no path: it would have no effect';
  if ((name !== undefined && name !== 'disable_starttls') || others.length > 0) {
    return 'can have no parameter but disable_starttls, once: it would have no effect';
  }
  const isOff = searchParams.get('disable_starttls');
  if (!['true', 'false', null].includes(isOff) || (isOff === 'true' && protocol === 'smtps:')) {
    return 'can have disable_starttls=true or false, and true only with smtp://';
  }
  return (username === '') === (password === '') ? null : 'must have a user and a password, or neither';
}

function isUnencrypted(value: string): boolean {
  return parseUrl(value)?.searchParams.get('disable_starttls') === 'true';
}

/** The token must not be part of the host, which would get it in a DNS query. */
const isLink = (value: string): boolean => {
  const [one, other] = ['a', 'b'].map((token) => parseUrl(value.replace('{token}', token)));
  return (
    value.split('{token}').length === 2 &&
    one?.origin === other?.origin &&
    ['http:', 'https:'].includes(one?.protocol ?? '') &&
    !one?.username &&
    !one?.password
  );
};

const isOn = (flagText: string): boolean => ['true', 'on', '1'].includes(flagText);

const link = (variable: string, page: string, what: string) =>
  setting(
    variable,
    optional(text.refine(isLink, 'must be an http:// or https:// URL with {token} once after the host')),
    `The link ${what}.`,
    { defaultText: `PUBLIC_URL${page}{token}`, example: `https://app.example.com${page}{token}` },
  );

export const emailSettings = {
  email: {
    smtpUrl: setting(
      'SMTP_URL',
      optional(smtpUrl),
      'The mail server: `smtps://user:password@host`, or `smtp://user:password@host:587` with STARTTLS. STARTTLS is required, except on the same machine or with `?disable_starttls=true`, for a mail catcher.',
      { example: 'smtp://gatehouse:password@smtp.example.com:587' },
    ),
    from: setting('MAIL_FROM', optional(sender), 'The sender of every mail. Required with `SMTP_URL`.', {
      example: 'Example <no-reply@example.com>',
      conflict: ({ SMTP_URL, MAIL_FROM }) =>
        SMTP_URL && !MAIL_FROM
          ? 'is required with SMTP_URL. Set it to the sender of the mails, such as no-reply@example.com'
          : null,
    }),
    replyTo: setting('MAIL_REPLY_TO', optional(sender), 'The address that gets the answers to a mail.', {
      example: 'Support <support@example.com>',
    }),
    templatesFolder: setting(
      'MAIL_TEMPLATES',
      optional(text.refine((value) => !value.includes('://'), 'must be the path of a folder')),
      'A folder with your own templates: `reset_password.de.txt` replaces the text part of one mail in German.',
      { example: '/etc/gatehouse/mails' },
    ),
    mailbox: setting(
      'MAILBOX',
      optional(flag),
      'Whether mails are shown at `/dev/mailbox`, to this machine only, instead of being sent.',
      {
        defaultText: 'on outside production without `SMTP_URL`',
        conflict: ({ MAILBOX, NODE_ENV, SMTP_URL }) => {
          if (!MAILBOX || !isOn(MAILBOX)) return null;
          if (NODE_ENV === 'production') return 'cannot be on with NODE_ENV=production';
          return SMTP_URL ? 'cannot be on with SMTP_URL, because mails are then sent' : null;
        },
      },
    ),
    mailboxPort: setting(
      'MAILBOX_PORT',
      optional(integer(0, 65535)),
      'The port of the mailbox on `127.0.0.1`. If it is taken, or with `0`, a free one.',
      {
        defaultText: '`PORT` + 1, and a free one with `PORT=0`',
        example: '4001',
        conflict: ({ MAILBOX_PORT, PORT = '4000', MAILBOX = 'on', NODE_ENV, SMTP_URL }) => {
          if (!MAILBOX_PORT) return null;
          if (MAILBOX_PORT === PORT && PORT !== '0') return 'must not be PORT';
          const hasMailbox = isOn(MAILBOX) && NODE_ENV !== 'production' && !SMTP_URL;
          return hasMailbox
            ? null
            : 'has no effect, because MAILBOX=off, NODE_ENV=production or SMTP_URL is set. Remove it';
        },
      },
    ),
    links: {
      confirm: link('LINK_VERIFY_EMAIL', '/confirm/', 'that proves an e-mail address'),
      reset: link('LINK_RESET_PASSWORD', '/reset/', 'that sets a new password'),
      changeEmail: link('LINK_CHANGE_EMAIL', '/confirm/', 'that confirms a change of the e-mail address'),
      undoEmailChange: link('LINK_UNDO_EMAIL_CHANGE', '/undo/', 'that restores the old e-mail address'),
      cancelDeletion: link('LINK_CANCEL_DELETION', '/undo/', 'that cancels the deletion of an account'),
      login: link('LINK_EMAIL_LOGIN', '/login/email/', 'that signs in, in the browser that asked for it'),
      invitation: link('LINK_INVITATION', '/invitation/', 'that accepts an invitation to an organization'),
    },
  },
  newDeviceMail: setting(
    'NEW_DEVICE_MAIL',
    flag.default(true),
    'Whether people get a mail about a login from a [new device](../operate/mail.md#logins-from-new-devices).',
    { defaultText: 'on' },
  ),
};

/** How mails leave: to a server, into the mailbox of a developer, or not at all until there is a server. */
export type MailTransport = 'smtp' | 'mailbox' | 'none';

interface EmailValues {
  smtpUrl: Secret | null;
  from: Sender | null;
  replyTo: Sender | null;
  templatesFolder: string | null;
  mailbox: boolean | null;
  mailboxPort: number | null;
  links: Readonly<
    Record<
      'confirm' | 'reset' | 'changeEmail' | 'undoEmailChange' | 'cancelDeletion' | 'login' | 'invitation',
      string | null
    >
  >;
}

export interface EmailConfig extends Omit<EmailValues, 'mailbox' | 'mailboxPort'> {
  transport: MailTransport;
  /** `0` is a free one. */
  mailboxPort: number;
}

/** Whether users get mails. Without them, nothing can depend on a proof of their addresses. */
export const sendsMails = ({ email }: { email: Pick<EmailConfig, 'transport'> }): boolean => email.transport !== 'none';

/** Without mails, nothing is learned about devices. */
export const mailsNewDevices = (config: { newDeviceMail: boolean; email: Pick<EmailConfig, 'transport'> }): boolean =>
  config.newDeviceMail && sendsMails(config);

const lastPort = 65535;

export function emailOf(values: EmailValues, { production, port }: { production: boolean; port: number }): EmailConfig {
  const { smtpUrl, from, replyTo, templatesFolder, links } = values;
  const mailbox = values.mailbox ?? !production;
  const transport = smtpUrl ? 'smtp' : mailbox && !production ? 'mailbox' : 'none';
  const mailboxPort = values.mailboxPort ?? (port === 0 || port === lastPort ? 0 : port + 1);
  return { smtpUrl, from, replyTo, templatesFolder, links, transport, mailboxPort };
}
