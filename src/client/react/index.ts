'use client';

import { createContext, createElement, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';
import { type AuthState, type Client, createClient } from '../index.js';

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
