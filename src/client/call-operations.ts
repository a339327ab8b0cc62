import type { Send } from './http.js';
import { type Operations, type Route, routes } from './operations.js';
import type { Session } from './session.js';
import type { Result } from './types.js';

/** After these, the user is other, or the session has ended. */
const changesOfUser = /^(updateProfile|confirmEmail|confirmEmailChange|undoEmailChange|deleteAccount|revokeSession)$/;

/** The operations that need nothing of the browser, by their names in both APIs. */
export function createOperations(send: Send, session: Session): Operations {
  const call =
    (name: string, [method, path, caller, as]: Route) =>
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
      // It is done, whether or not the user can be read now.
      if (changesOfUser.test(name) && session.getState().user) await session.loadUser().catch(() => null);
      return as ? { ok: true, [as]: answer.result } : { ...answer.result, ok: true };
    };
  const calls = Object.entries(routes).map(([name, route]) => [name, call(name, route)]);
  return Object.fromEntries(calls) as unknown as Operations;
}
