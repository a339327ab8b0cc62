import { createHmac, randomBytes } from 'node:crypto';

/**
 * A secret of Standard Webhooks (https://www.standardwebhooks.com): `whsec_` and the base64 of its bytes.
 */
const prefix = 'whsec_';
const secretBytes = 32;
/** The specification allows 24 to 64 bytes. */
const [leastBytes, mostBytes] = [24, 64];

/** Returns a new secret of 32 random bytes, as text. */
export function createWebhookSecret(): string {
  return formatWebhookSecret(randomBytes(secretBytes));
}

export function formatWebhookSecret(secret: Uint8Array): string {
  return prefix + Buffer.from(secret).toString('base64');
}

/** Returns the bytes of `whsec_…`: 24 to 64. Returns null for any other text. */
export function parseWebhookSecret(text: string): Buffer | null {
  if (!text.startsWith(prefix)) return null;
  const secret = Buffer.from(text.slice(prefix.length), 'base64');
  const isLongEnough = secret.length >= leastBytes && secret.length <= mostBytes;
  return isLongEnough && formatWebhookSecret(secret) === text ? secret : null;
}

interface WebhookContent {
  /** The same at each attempt, so that the receiver can recognize what it already has. */
  id: string;
  /** The time of this attempt: a receiver rejects one that is more than five minutes away from its own clock. */
  sentAt: Date;
  /** Exactly as it is sent. */
  body: string;
}

/**
 * Returns the three headers of Standard Webhooks. The signature is HMAC-SHA256 of `id.timestamp.body`. During a rotation
 * there are two secrets, and a receiver accepts the signature of either.
 */
export function signWebhook({ id, sentAt, body }: WebhookContent, secrets: readonly Uint8Array[]) {
  const timestamp = Math.floor(sentAt.getTime() / 1000).toString();
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
