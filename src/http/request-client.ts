import type { Request, Response } from 'express';
import type { Client } from '../client';
import { factsOf } from './request-facts';

/** What services may know of a request. */
export function clientOf(req: Request, res: Response): Client {
  return {
    requestId: factsOf(res).requestId,
    ip: req.ip ?? null,
    userAgent: req.headers['user-agent']?.slice(0, 256) ?? null,
    authorization: req.headers.authorization ?? null,
  };
}
