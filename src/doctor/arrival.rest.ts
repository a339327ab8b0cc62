import { AppError } from '../platform/errors/app-error';
import { contextOf } from '../platform/http/read-request-context';
import type { Route } from '../platform/http/routes';
import { sendJson } from '../platform/http/send-json';
import { type ArrivalProbe, arrivalPath } from './arrival-probe';

/** Answers the test request of `doctor` with what the proxies made of it. To others, the path does not exist. */
export function arrivalRoute(probe: ArrivalProbe): Route {
  return {
    method: 'get',
    path: arrivalPath,
    handlers: [
      (req, res) => {
        const { authorization, forwardedBy, ip } = contextOf(req, res);
        if (!probe.isOwn(authorization ?? '')) throw new AppError('NOT_FOUND');
        res.setHeader('Cache-Control', 'no-store');
        sendJson(res, { forwardedBy, ip });
      },
    ],
  };
}
