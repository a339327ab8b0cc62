import type { RequestFacts } from '../platform/http/request-facts';
import type { RequestContext } from '../platform/request/request-context';

export interface GraphqlContext {
  facts: RequestFacts;
  request: RequestContext;
  setRefreshCookie(token: string, expires: Date): void;
  clearRefreshCookie(): void;
}
