import type { RequestHandler } from 'express';
import type { GateService } from '../auth/gate.service';
import { clientOf } from '../http/request-client';
import type { Route } from '../http/routes';
import { outcomes } from '../outcomes';
import { successEnvelope } from './envelope';

const admitted = successEnvelope(outcomes.authentic, {});

/**
 * For nginx `auth_request`, Traefik ForwardAuth, Caddy `forward_auth` and Envoy ext_authz; the last sends the method of
 * the request it asks about and appends its path. What the client itself sends as `X-Auth-*` is never read.
 */
export function forwardAuthRoutes(gate: GateService): Route[] {
  const verify: RequestHandler = async (req, res) => {
    const { userId, sessionId, email } = await gate.admit(clientOf(req, res));
    res.setHeader('X-Auth-User-Id', userId);
    res.setHeader('X-Auth-Session-Id', sessionId);
    if (email !== null) res.setHeader('X-Auth-Email', email);
    res.json(admitted);
  };
  return ['/auth/verify', '/auth/verify/*'].map((path) => ({
    method: 'all',
    path,
    operation: 'verify',
    handlers: [verify],
  }));
}
