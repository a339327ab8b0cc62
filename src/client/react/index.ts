'use client';

import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { readAccessToken } from '../access-token.js';
import { type AuthState, type Client, createClient, GatehouseError } from '../index.js';

/** Who is signed in, and the functions of the client. */
export type Auth = AuthState & Omit<Client, 'state'>;

const ClientContext = createContext<Client | null>(null);
/** A server does not know who is signed in: the browser finds out. */
const onServer: AuthState = { status: 'loading', user: null };

/** Gives the components below the client. With `url`, it creates one, which lives as long as this component. */
export function GatehouseProvider(
  props: ({ client: Client; url?: never } | { url: string; client?: never }) & { children?: ReactNode },
): ReactNode {
  const [own] = useState(() => (props.client ? null : createClient({ url: props.url ?? '' })));
  return createElement(ClientContext.Provider, { value: props.client ?? own }, props.children);
}

/** Must be called below a `GatehouseProvider`. Renders again when somebody signs in or out, in this tab or another one. */
export function useAuth(): Auth {
  const client = useContext(ClientContext);
  if (client === null) throw new Error('useAuth needs a <GatehouseProvider> above it');
  const state = useSyncExternalStore(
    client.subscribe,
    () => client.state,
    () => onServer,
  );
  return { ...client, ...state };
}

/** What the person is in an organization, and the functions of the client for it. */
export interface OrganizationAuth {
  /** Null until they are known. Empty for somebody who is not a member, or if the organization is disabled. */
  roles: readonly string[] | null;
  accessToken(): Promise<string | null>;
  fetch: typeof fetch;
}

interface KnownRoles {
  /** The account and the organization. */
  of: string;
  /** Null: the person is not a member. */
  jwt: string | null;
}

/**
 * As `useAuth`, for the organization with this id. Several components can each have another one. Renders again when the roles of the
 * person in it have changed, which the next request finds out.
 */
export function useOrganization(id: string): OrganizationAuth {
  const { user, accessToken: tokenOf, fetch: fetchWith } = useAuth();
  const [known, setKnown] = useState<KnownRoles | null>(null);
  const of = `${user?.id} ${id}`;
  const accessToken = useCallback(async () => {
    const know = (jwt: string | null) =>
      setKnown((before) => (before?.of === of && before.jwt === jwt ? before : { of, jwt }));
    try {
      const jwt = await tokenOf({ organization: id });
      know(jwt);
      return jwt;
    } catch (error) {
      if (error instanceof GatehouseError && ['NOT_FOUND', 'FORBIDDEN'].includes(error.code)) know(null);
      throw error;
    }
  }, [tokenOf, id, of]);
  const fetch = useCallback<typeof globalThis.fetch>(
    async (input, init) => {
      const response = await fetchWith(input, { ...init, organization: id });
      // The request may have needed a new token, which is in memory.
      accessToken().catch(() => null);
      return response;
    },
    [fetchWith, accessToken, id],
  );
  useEffect(() => {
    // Without an answer, the next request finds out.
    if (user) accessToken().catch(() => null);
  }, [user, accessToken]);
  const isKnown = user !== null && known?.of === of;
  return { roles: isKnown ? rolesIn(known.jwt) : null, accessToken, fetch };
}

const rolesIn = (jwt: string | null) => (jwt === null ? [] : (readAccessToken(jwt).organization?.roles ?? []));
