import type { Translated } from '../request/locale';
import { Vocabulary } from '../runtime/vocabulary';

/** The `data` of an event. It has ids, and never personal data. */
export interface WebhookData {
  user_id?: string;
  session_id?: string;
  except_session_id?: string;
  changed?: readonly string[];
  /** As the details of the audit. */
  method?: string;
  factor?: string;
  /** The API key. */
  key_id?: string;
  organization_id?: string;
  /** Those of the user in the organization. */
  roles?: readonly string[];
}

/** A type of event that an endpoint can get, such as `user.created`. */
export interface WebhookEventType {
  readonly name: string;
  /** A complete sentence. */
  readonly means: Translated;
  /** What an event of this type has in its `data`. No account and no session has these ids. */
  readonly example: WebhookData;
}

/** Features declare them in `<feature>.events.ts`. */
export const webhookEventTypes = new Vocabulary<WebhookEventType>('type of event of webhooks', 'names');

/** Examples of the data of an event about an account, and about one of its sessions. */
export const accountData: WebhookData = { user_id: '01a20e51-0000-7000-8000-000000000000' };
export const sessionData: WebhookData = { ...accountData, session_id: '01a20e51-0000-7000-8000-000000000001' };
