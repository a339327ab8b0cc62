import type { TokenStorage } from './types.js';

/** Where the refresh token of the session is. */
export interface RefreshTokens {
  credentials: RequestCredentials;
  /** What a login asks for. */
  wanted: object;
  /** Returns the input of a refresh, or null if there is no session. */
  read(): Promise<{ refreshToken?: string } | null>;
  /** Keeps the refresh token of this answer. `false`: another window has replaced what was sent. */
  replace(sent: { refreshToken?: string } | null, answer: Record<string, unknown>): Promise<boolean>;
  /** Without `sent`, removes any token. */
  remove(sent?: { refreshToken?: string }): Promise<void>;
}

/** In an HttpOnly cookie, which only the browser reads and writes. */
export const cookieTokens: RefreshTokens = {
  credentials: 'include',
  wanted: { refreshTokenIn: 'cookie' },
  read: async () => ({}),
  replace: async () => true,
  remove: async () => {},
};

/** Several windows of an application can have one storage. */
export function storedTokens(storage: TokenStorage, key: string): RefreshTokens {
  const isStill = async (sent?: { refreshToken?: string } | null) =>
    !sent || (await storage.getItem(key)) === sent.refreshToken;
  return {
    credentials: 'omit',
    wanted: { scope: 'offline_access' },
    async read() {
      const refreshToken = await storage.getItem(key);
      return refreshToken ? { refreshToken } : null;
    },
    async replace(sent, { refreshToken }) {
      if (!(await isStill(sent))) return false;
      await storage.setItem(key, String(refreshToken));
      return true;
    },
    async remove(sent) {
      if (await isStill(sent)) await storage.removeItem(key);
    },
  };
}
