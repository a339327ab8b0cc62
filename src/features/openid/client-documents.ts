import { isClientUrl, longestClientUrl } from '../../accounts/applications/client-url';
import { AppError } from '../../platform/errors/app-error';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import { boundedMap } from '../../platform/runtime/bounded-map';
import type { Clock } from '../../platform/runtime/clock';
import { NoFreeSlotError, Slots } from '../../platform/runtime/slots';
import { codeOfError, orAborted, type PinnedAnswer, sendPinned } from '../../platform/webhooks/pinned-request';
import type { WebhookAddresses } from '../../platform/webhooks/webhook-address';
import {
  type ClientDocument,
  type DocumentProblem,
  documentLimits,
  documentRules,
  isDocumentProblem,
  readClientDocument,
} from './client-document';
import { ClientDocumentError } from './client-document-error';
import { openidLimits } from './openid.limits';
import type { ClientMetadata } from './openid.settings';
import type { OpenidCounts } from './openid-counts';

/** No document says one. Documents that are fetched at the same time, and how many others wait. */
const mostAtOnce = 5;
const mostWaiting = 20;
/**
 * No document says one. A resolution goes on after its time, and uses a thread: hosts whose name servers do not answer must leave the
 * database, the mail server and the providers theirs.
 */
const mostResolutions = 1;
/** Milliseconds that one waits. No document says one. With the fetch, a request takes 4 s longer at most. */
const waitsMs = 1000;
/** No document says one. Each has at most 40 kB: the redirect URIs. */
const mostKept = 200;
/** Seconds. No document says one: a change of the document counts soon, and a host without `max-age` is not asked at each sign-in. */
const keptS = { least: 300, most: 86_400 } as const;

/** A document, and when it was read. */
export interface ReadDocument extends ClientDocument {
  readTs: Date;
}

type Outcome = ReadDocument | DocumentProblem;
interface Kept {
  document: ReadDocument;
  untilMs: number;
}

export interface ClientDocumentsNeeds {
  allowed: Exclude<ClientMetadata, null>;
  /** Those of a host that the setting lists may be private. */
  addresses: Pick<WebhookAddresses, 'addressesOf'>;
  rateLimits: Pick<RateLimits, 'attempt'>;
  counts: Pick<OpenidCounts, 'add'>;
  clock: Clock;
  /** The whole time of a fetch. */
  timeoutMs: number;
}

/** Finds the documents of client ids that are URLs (Client ID Metadata Documents). */
export class ClientDocuments {
  private readonly slots = new Slots(mostAtOnce, mostWaiting);
  private readonly resolutions = new Slots(mostResolutions);
  /** No failure, and no document that breaks a rule (draft-ietf-oauth-client-id-metadata-document-02, section 5.2). */
  private readonly documents = boundedMap<Kept>(mostKept);
  private readonly fetches = new Map<string, Promise<Outcome>>();
  private readonly stop = new AbortController();

  constructor(private readonly needs: ClientDocumentsNeeds) {}

  /**
   * Fetches a document, unless it is in memory.
   * @throws ClientDocumentError; AppError `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  async find(url: string, context: RequestContext): Promise<ReadDocument> {
    const isInMemory = this.keptOf(url) !== null;
    const outcome = this.problemOfUrl(url) ?? (await this.outcomeOf(url, context));
    if ('rule' in outcome) {
      this.needs.counts.add('rejected');
      throw new ClientDocumentError(outcome, documentRules[outcome.rule]);
    }
    this.needs.counts.add(isInMemory ? 'cached' : 'fetched');
    return outcome;
  }

  /** Ends the fetches that are running. */
  close(): void {
    this.stop.abort(new Error('the server stops'));
  }

  /** What is wrong before anything is fetched. */
  private problemOfUrl(url: string): DocumentProblem | null {
    if (!isClientUrl(url)) return { url: url.slice(0, longestClientUrl), rule: 'url', found: null };
    const { host, port } = new URL(url);
    const { allowed } = this.needs;
    if (allowed !== 'any') return allowed.includes(host) ? null : { url, rule: 'host', found: host };
    return port === '' ? null : { url, rule: 'port', found: port };
  }

  private async outcomeOf(url: string, context: RequestContext): Promise<Outcome> {
    const known = this.keptOf(url) ?? this.fetches.get(url);
    if (known) return known;
    // Counted before it waits for others: a network over its limit must not end the fetch of another one.
    return this.needs.rateLimits.attempt(
      [openidLimits.CLIENT_METADATA_NETWORK],
      context,
      () => this.fetches.get(url) ?? this.fetchOnce(url),
    );
  }

  private keptOf(url: string): ReadDocument | null {
    const kept = this.documents.get(url);
    return kept && kept.untilMs > this.needs.clock().getTime() ? kept.document : null;
  }

  private fetchOnce(url: string): Promise<Outcome> {
    const fetching = this.slots
      .run(() => this.fetch(url), AbortSignal.timeout(waitsMs))
      .catch((error: unknown) => {
        throw error instanceof NoFreeSlotError ? new AppError('SERVICE_UNAVAILABLE') : error;
      })
      .finally(() => this.fetches.delete(url));
    this.fetches.set(url, fetching);
    return fetching;
  }

  private async fetch(url: string): Promise<Outcome> {
    const timeout = AbortSignal.timeout(this.needs.timeoutMs);
    const signal = AbortSignal.any([timeout, this.stop.signal]);
    try {
      const answer = await orAborted(this.answerOf(url, signal), signal);
      if ('rule' in answer) return answer;
      const read = readAnswer(url, answer);
      return isDocumentProblem(read) ? read : this.keep({ ...read, readTs: this.needs.clock() }, secondsOf(answer));
    } catch (error) {
      if (this.stop.signal.aborted) throw new AppError('SERVICE_UNAVAILABLE', { cause: error });
      return timeout.aborted
        ? { url, rule: 'time', found: null }
        : { url, rule: 'connection', found: codeOfError(error) };
    }
  }

  /** The host is resolved once, and the connection gets the addresses that were checked. */
  private async answerOf(text: string, signal: AbortSignal): Promise<PinnedAnswer | DocumentProblem> {
    const url = new URL(text);
    const found = await this.resolutions.run(() => this.needs.addresses.addressesOf(url), signal);
    // Not which of both it is: whoever sends the request would learn the names of a private network.
    if (typeof found === 'string') return { url: text, rule: 'address', found: null };
    const bytes = { kept: documentLimits.bytes, read: documentLimits.bytes };
    return sendPinned({ url, found, method: 'GET', headers: { Accept: 'application/json' }, signal, ...bytes });
  }

  private keep(document: ReadDocument, seconds: number): ReadDocument {
    this.documents.set(document.url, { document, untilMs: this.needs.clock().getTime() + seconds * 1000 });
    return document;
  }
}

function readAnswer(url: string, { response, beginning, isWhole }: PinnedAnswer): ClientDocument | DocumentProblem {
  const { statusCode: status = 0, headers } = response;
  const isTooLong = !isWhole && beginning.length >= documentLimits.bytes;
  if (status === 200 && !isWhole && !isTooLong) return { url, rule: 'connection', found: 'the answer broke off' };
  const contentType = headers['content-type'] ?? null;
  return readClientDocument(url, { status, contentType, body: isTooLong ? null : beginning });
}

/** RFC 9111, section 5.2.2.1. */
function secondsOf({ response: { headers } }: PinnedAnswer): number {
  const [, age] = /(?:^|[\s,])max-age=(\d{1,9})(?:$|[\s,])/i.exec(headers['cache-control'] ?? '') ?? [];
  return Math.min(Math.max(Number(age ?? 0), keptS.least), keptS.most);
}
