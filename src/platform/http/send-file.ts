import type { Response } from 'express';
import { toAppError } from '../errors/app-error';
import { factsOf } from './request-facts';

export interface SentFile {
  name: string;
  type: string;
  parts: AsyncGenerator<string>;
}

/**
 * Sends a file whose parts are made while the client reads them. If a part fails, the connection is closed before the end
 * of the response, so that the client does not take the beginning for the whole file. If the client disconnects, no
 * further part is made.
 */
export async function sendFile(res: Response, file: SentFile): Promise<void> {
  res.setHeader('Content-Type', file.type);
  res.setHeader('Content-Disposition', `attachment; filename="${file.name}"`);
  if (res.req.method === 'HEAD') return void res.end();
  const closed = new Promise<void>((resolve) => res.once('close', resolve));
  try {
    for await (const part of file.parts) {
      // The end of the loop also ends the parts.
      if (res.destroyed) break;
      if (!res.write(part)) await Promise.race([new Promise((resolve) => res.once('drain', resolve)), closed]);
    }
    if (!res.destroyed) res.end();
  } catch (error) {
    factsOf(res).error = toAppError(error);
    res.destroy();
  }
}
