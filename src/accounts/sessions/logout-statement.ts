import { webhookChannel } from '../../platform/audit/audit-statement';
import { optional } from '../../platform/db/optional-part';

/** The optional part of statements that tells OAuth clients which of their sessions have ended. */
export const logoutsPart = 'logouts';

/**
 * `rows` gives `client_id`, and the `data` of a logout: with the user, and with the session or for all sessions of the user. The lock
 * leaves out a client that was removed meanwhile: without it, the foreign key would let the end of the session fail.
 */
const logouts = (name: string, rows: string, at: string) =>
  optional(
    logoutsPart,
    `), ${name} AS (
      INSERT INTO webhook_deliveries (client_id, type, data, created_ts, due_ts)
      SELECT client.id, 'logout', ended.data, ${at}::timestamptz, ${at}::timestamptz
      FROM (${rows}) AS ended JOIN oauth_clients client ON client.id = ended.client_id
      WHERE client.backchannel_logout_uri IS NOT NULL
      FOR KEY SHARE OF client
      RETURNING pg_notify('${webhookChannel}', '')::text`,
  );

const ofSession = "jsonb_build_object('user_id', user_id, 'session_id', id)";

/**
 * Returns the part of a statement that writes a logout for each session of `ended`, a part before that has its `id`,
 * `user_id` and `client_id`. It stands inside the parentheses of the last part. `at` is the parameter with the time.
 */
export const loggingOut = (ended: string, at: string): string =>
  logouts(`logouts_of_${ended}`, `SELECT client_id, ${ofSession} AS data FROM ${ended}`, at);

/** No document says one. Of an account at a client: whoever signs in again and again does not delay the logouts of others. */
const mostOfAccount = 10;

/**
 * As `loggingOut`, for the newest sessions that `rows` selects, which have expired: the application that got one can have a session
 * of its own that lasts longer.
 */
export const loggingOutOfExpired = (rows: string, at: string): string =>
  logouts(
    'logouts_of_expired',
    `SELECT client_id, ${ofSession} AS data
      FROM (SELECT id, user_id, client_id, row_number() OVER (PARTITION BY client_id ORDER BY id DESC) AS place FROM (${rows}) AS every) AS placed
      WHERE place <= ${mostOfAccount}`,
    at,
  );

/**
 * As `loggingOut`, for all sessions of an account: `rows` also says whether each is `live`. A client with many live ones gets one
 * logout of the user in their place. With few it does not, because `mod_auth_openidc` ignores a token without `sid`.
 */
export const loggingOutOfAll = (rows: string, at: string): string =>
  logouts(
    'logouts_of_all',
    `SELECT DISTINCT client_id,
        CASE WHEN together > ${mostOfAccount} THEN jsonb_build_object('user_id', user_id) ELSE ${ofSession} END AS data
      FROM (SELECT id, user_id, client_id, count(*) FILTER (WHERE live) OVER (PARTITION BY client_id) AS together,
          row_number() OVER (PARTITION BY client_id, live ORDER BY id DESC) AS place FROM (${rows}) AS every) AS counted
      WHERE together > ${mostOfAccount} OR place <= ${mostOfAccount}`,
    at,
  );
