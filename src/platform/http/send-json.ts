import type { Response } from 'express';

/**
 * Sends a value as JSON. The status and other headers must already be set. Express's `res.json` does unnecessary work:
 * it compares validators, which Gatehouse does not send, and parses the media type that it has just set.
 */
export function sendJson(res: Response, value: unknown): void {
  const text = JSON.stringify(value);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  // Node does not send the body in response to HEAD.
  res.end(text);
}
