import type { Send } from './http.js';
import { type Operations, type Route, routes } from './operations.js';
import type { Session } from './session.js';
import type { Result } from './types.js';

/** The operations that need nothing of the browser, by their names in both APIs. */
export function createOperations(send: Send, session: Session): Operations {
  const call =
    ([method, path, caller, as]: Route) =>
    async (input: Record<string, unknown> = {}): Promise<Result> => {
      const fields = { ...input };
      const filled = path.replace(/\{(\w+)\}/g, (_, field: string) => {
        const value = String(fields[field]);
        delete fields[field];
        return encodeURIComponent(value);
      });
      const request = caller === 'anyone' ? send : session.request;
      const answer = await request(method, `/auth${filled}`, fields);
      if (!answer.ok) return answer;
      // A change changes the user, or ends the session. It is done, whether or not the user can be read now.
      if (method !== 'GET' && session.getState().user) await session.loadUser().catch(() => null);
      return as ? { ok: true, [as]: answer.result } : { ...answer.result, ok: true };
    };
  const calls = Object.entries(routes).map(([name, route]) => [name, call(route)]);
  return Object.fromEntries(calls) as unknown as Operations;
}
