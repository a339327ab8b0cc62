import type { Client } from '../client';
import type { RequestFacts } from '../http/request-facts';

/** What a resolver sees of the request. */
export interface Context {
  facts: RequestFacts;
  client: Client;
  setRefreshCookie(token: string, expires: Date): void;
  clearRefreshCookie(): void;
}
