import { say } from '../platform/runtime/sentence';
import { type ArrivalProbe, arrivalPath } from './arrival-probe';
import { type CheckResult, failure, messageOf, ok, skipped } from './check-result';

const answersWithinMs = 5000;

/** Checks that a ready instance on the same database answers at the public URL. */
export async function checkPublicUrl(publicUrl: string, signingKid: string | null): Promise<CheckResult> {
  try {
    const ready = await get(`${publicUrl}/readyz`);
    if (!ready.ok)
      return failure(say`${publicUrl}/readyz answers with status ${ready.status}. Read the log of that server`);
    const kids = await kidsOf(await get(`${publicUrl}/.well-known/jwks.json`));
    if (signingKid !== null && !kids.includes(signingKid)) {
      return failure(
        say`the server at ${publicUrl} uses another database: it does not publish the signing key of this database. Check PUBLIC_URL`,
      );
    }
    return ok(say`an instance answers at ${publicUrl} and is ready`);
  } catch (error) {
    return failure(
      say`${publicUrl} cannot be reached from this machine: ${messageOf(error)}. Check that a server runs, and PUBLIC_URL`,
    );
  }
}

/**
 * Sends a test request, whose answer is the number of addresses in `X-Forwarded-For`. This number must be equal to
 * TRUST_PROXY. If the number is higher, all clients share the limits of the proxy. If the number is lower, any client can
 * choose its address with `X-Forwarded-For`.
 */
export async function checkProxies(publicUrl: string, trustProxy: number, probe: ArrivalProbe): Promise<CheckResult> {
  const response = await get(`${publicUrl}${arrivalPath}`, { Authorization: probe.authorization() });
  const arrival: unknown = await response.json().catch(() => null);
  if (!response.ok || !isArrival(arrival)) {
    return skipped(
      say`the server at ${publicUrl} did not answer a test request. It has another version, or a clock that is minutes off`,
    );
  }
  const { forwardedBy: arrived, ip } = arrival;
  const came =
    arrived === 1 ? say`a test request came through 1 proxy` : say`a test request came through ${arrived} proxies`;
  if (arrived === trustProxy)
    return ok(say`${came}, and TRUST_PROXY is ${trustProxy}. The address of its client is ${ip ?? ''}`);
  const consequence =
    arrived > trustProxy
      ? say`all clients behind a proxy share the limits of its address`
      : say`clients can choose with X-Forwarded-For which address is limited`;
  return failure(say`${came}, but TRUST_PROXY is ${trustProxy}: ${consequence}. Set TRUST_PROXY=${arrived}`);
}

function isArrival(json: unknown): json is { forwardedBy: number; ip: string | null } {
  return typeof json === 'object' && json !== null && 'forwardedBy' in json && typeof json.forwardedBy === 'number';
}

function get(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(answersWithinMs) });
}

async function kidsOf(response: Response): Promise<unknown[]> {
  const set: unknown = await response.json().catch(() => null);
  const keys = typeof set === 'object' && set !== null && 'keys' in set && Array.isArray(set.keys) ? set.keys : [];
  return keys.map((key: { kid?: unknown } | null) => key?.kid);
}
