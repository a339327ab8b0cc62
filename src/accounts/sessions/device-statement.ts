import { messageChannel } from '../../platform/messages/message';
import type { TokenDetails } from '../../platform/one-time-tokens/one-time-token';
import type { Locale } from '../../platform/request/locale';
import { sessionMails } from './sessions.mails';
import { sessionPurposes } from './sessions.purposes';

/** The device of a login, and the mail that the login writes if the account does not know the device. */
export interface LoginDevice {
  /** An HMAC of the account, the family of the browser and its system. */
  key: Uint8Array<ArrayBuffer>;
  /** Whether so many attempts failed before the login that a known device gets a mail, too. */
  isAfterFailures: boolean;
  mail: {
    /** An HMAC of the account. Its row has the time of the last such mail. */
    key: Uint8Array<ArrayBuffer>;
    /** A UUIDv7. */
    id: string;
    /** For a user whose language is unknown. */
    locale: Locale;
    /** A random UUID (v4). */
    tokenId: string;
    details: TokenDetails;
    expiresTs: Date;
  };
}

/** How many devices an account has. A further one replaces the one that was not seen for the longest time. */
export const mostKnownDevices = 50;

const template = sessionMails.new_device.name;
const purpose = sessionPurposes.undo_login.name;

/** What `learningDevice` adds to the parameters of a login. */
export interface DeviceParameters {
  device: LoginDevice['key'];
  isAfterFailures: boolean;
  /** The row of the last mail. */
  lastMail: LoginDevice['key'];
  mailId: string;
  mailLocale: Locale;
  tokenId: string;
  tokenDetails: string;
  tokenExpiresTs: Date;
}

export const withDevice = <Parameters>(
  login: Parameters,
  { key, isAfterFailures, mail }: LoginDevice,
): Parameters & DeviceParameters => ({
  ...login,
  device: key,
  isAfterFailures,
  lastMail: mail.key,
  mailId: mail.id,
  mailLocale: mail.locale,
  tokenId: mail.tokenId,
  tokenDetails: JSON.stringify(mail.details),
  tokenExpiresTs: mail.expiresTs,
});

/** The columns of `person` that the parts of `learningDevice` need, read from the table of users under its name in the statement. */
export const columnsForDevice = (users: string): string =>
  `, ${users}.email_canonical, ${users}.email_verified, ${users}.locale`;

/**
 * Parts of the statement of a login, so that a login that learns its device costs no further one. `person` is the user, or
 * nobody if the login failed, and `seen` the row of the network, if the account knows it.
 * The first device of an account is learned without a mail: nothing is known after a registration, an import or an
 * upgrade. Of concurrent logins, the row of the last mail lets one write the mail.
 */
export const learningDevice = `
    ), known AS MATERIALIZED (
      SELECT d.key, d.seen_ts FROM person JOIN known_devices d ON d.user_id = person.id WHERE d.key <> :lastMail::bytea
    ), learned AS (
      INSERT INTO known_devices AS device (key, user_id, seen_ts) SELECT :device::bytea, id, :now FROM person
      WHERE NOT EXISTS (SELECT 1 FROM known WHERE key = :device::bytea AND seen_ts > :now::timestamptz - interval '1 day')
      ON CONFLICT (key) DO UPDATE SET seen_ts = greatest(device.seen_ts, excluded.seen_ts)
    ), forgotten AS (
      DELETE FROM known_devices WHERE key = ANY (ARRAY(
        SELECT key FROM known WHERE NOT EXISTS (SELECT 1 FROM known WHERE key = :device::bytea)
        ORDER BY seen_ts DESC OFFSET ${mostKnownDevices - 1}))
    ), unknown_device AS (
      SELECT id, email_canonical, coalesce(locale, :mailLocale::text) AS locale FROM person
      WHERE email_verified AND EXISTS (SELECT 1 FROM known) AND (:isAfterFailures::boolean OR (
        NOT EXISTS (SELECT 1 FROM known WHERE key = :device::bytea)
        AND NOT EXISTS (SELECT 1 FROM seen)))
    ), mailed AS (
      INSERT INTO known_devices AS last (key, user_id, seen_ts) SELECT :lastMail::bytea, id, :now FROM unknown_device
      ON CONFLICT (key) DO UPDATE SET seen_ts = excluded.seen_ts
      WHERE last.seen_ts <= excluded.seen_ts - interval '1 day'
      RETURNING user_id
    ), mail_token AS (
      INSERT INTO one_time_tokens
        (id, purpose, user_id, address, details, is_decoy, created_ts, expires_ts, attempts_left)
      SELECT :tokenId::uuid, '${purpose}', id, email_canonical, :tokenDetails::jsonb, false, :now, :tokenExpiresTs::timestamptz, 0
      FROM unknown_device JOIN mailed ON mailed.user_id = id
    ), mail AS (
      INSERT INTO messages
        (id, channel, template, user_id, recipient, locale, token_id, created_ts, expires_ts, due_ts)
      SELECT :mailId::uuid, 'email', '${template}', id, email_canonical, locale, :tokenId::uuid, :now, :tokenExpiresTs::timestamptz, :now
      FROM unknown_device JOIN mailed ON mailed.user_id = id
      RETURNING pg_notify('${messageChannel}', '')::text
    `;
