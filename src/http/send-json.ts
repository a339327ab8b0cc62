import type { Response } from 'express';

/**
 * Sends a value as JSON; status and other headers are already set. Instead of Express's `res.json`, which compares
 * validators that Gatehouse does not send, and parses the media type that it has just set.
 */
export function sendJson(res: Response, value: unknown): void {
  const text = JSON.stringify(value);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  // Node sends no body in response to HEAD.
  res.end(text);
}
