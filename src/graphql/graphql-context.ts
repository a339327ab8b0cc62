import type { RequestFacts } from '../http/request-facts';
import type { RequestContext } from '../request/request-context';

/** What a resolver sees of the request. */
export interface GraphqlContext {
  facts: RequestFacts;
  request: RequestContext;
  setRefreshCookie(token: string, expires: Date): void;
  clearRefreshCookie(): void;
}
