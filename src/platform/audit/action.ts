import type { Translated } from '../request/locale';
import { Vocabulary } from '../runtime/vocabulary';
import type { WebhookEventType } from '../webhooks/event-type';

/** What was done or rejected, as a line of the audit names it. */
export interface AuditAction {
  readonly name: string;
  /** Some words, for lists of what happened. */
  readonly label: Translated;
  /** A complete sentence. */
  readonly means: string;
  /**
   * The events of the action, or why it has none. An event is written by the statement that writes the line of the audit, so
   * an operation that is recorded cannot forget its event, whichever API, page or command it came through.
   */
  readonly event: Events | NoEvent;
}

/** The types of an action, and what an event of this action says was changed, if the audit does not name it. */
export interface Events {
  readonly types: readonly [WebhookEventType, ...WebhookEventType[]];
  readonly changed?: string;
}

/** Why an action has no event. */
type NoEvent = string;

/** Features declare them in `<feature>.audit.ts`. */
export const auditActions = new Vocabulary<AuditAction>('action of the audit', 'names');

export const events = (...types: Events['types']): Events => ({ types });

export const asked = 'Nothing has changed: something was only asked for.';
export const rejected = 'A request was rejected, which changes nothing. The audit has it.';
export const installation = 'It is about the installation, not about an account.';
export const preference = 'A preference of the user about signing in here.';
export const read = 'Data was only read.';
