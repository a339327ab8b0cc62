import { providerReasons } from '../../accounts/providers/providers.reasons';
import type { ProviderConfig } from '../../accounts/providers/providers.settings';
import type { Services } from '../../compose/services';
import { AppError } from '../../platform/errors/app-error';
import { type Attempt, attempt } from './attempt';
import { type Answer, show, type Visit } from './site';

/** Loaded with the first page, because a start does not need Preact. */
const pages = () => require('./provider.page') as typeof import('./provider.page.js');

/** What a page knows of a provider. */
export type ShownProvider = Pick<ProviderConfig, 'id' | 'label'>;

/**
 * Sends the browser to a provider, and comes back to `returnTo`, a path of the pages. The browser keeps the code verifier,
 * so the answer to it is of no use in another browser, and no other answer is of use in this one. `userId` is whose account it
 * connects, null at a login.
 */
export async function goToProvider(
  { providerLogins }: Pick<Services, 'providerLogins'>,
  providers: readonly ShownProvider[],
  visit: Visit,
  { returnTo, userId }: { returnTo: string; userId: string | null },
): Promise<Attempt<Answer>> {
  const provider = visit.params.id ?? '';
  const { result, problem } = await attempt(providerLogins.startOnPage(provider, returnTo, userId, visit.context));
  if (problem) return { result: null, problem };
  const { url, codeVerifier: token, expiresInS } = result;
  visit.startWaiting('providerLogin', { token, expiresInS });
  if (userId === null) visit.keepProvider(provider);
  return { result: show(pages().GoingPage, { url, label: labelOf(providers, provider) }), problem: null };
}

/** The error with which the answer of a provider has come back. Null without one. */
export function errorIn(query: URLSearchParams): AppError | null {
  const error = query.get('error');
  if (error === null) return null;
  if (error === 'SERVICE_UNAVAILABLE') return new AppError(error);
  return new AppError(
    'PROVIDER_REJECTED',
    query.get('reason') === 'cancelled' ? { reason: providerReasons['cancelled sign-in'] } : {},
  );
}

/** An identity can be of a provider that is no longer in the settings. */
export const labelOf = (providers: readonly ShownProvider[], id: string): string =>
  providers.find((provider) => provider.id === id)?.label ?? id;
