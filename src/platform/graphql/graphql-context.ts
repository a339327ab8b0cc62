import type { RequestFacts } from '../http/request-facts';
import type { RequestContext } from '../request/request-context';

export interface GraphqlContext {
  facts: RequestFacts;
  request: RequestContext;
  setRefreshCookie(token: string, expires: Date): void;
  clearRefreshCookie(): void;
}
