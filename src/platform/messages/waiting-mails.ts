import type { Clock } from '../runtime/clock';
import type { MessageStore, Waiting } from './message.store';

/** Several metrics of one scrape share an answer of the database for this time. */
const answerMs = 1000;

export interface CountedMails extends Waiting {
  /** When the mails were counted. */
  at: Date;
}

/** Returns a function that counts the mails that wait, at most once a second. */
export function createWaitingMails(store: Pick<MessageStore, 'waiting'>, clock: Clock): () => Promise<CountedMails> {
  let answer: Promise<CountedMails> | null = null;
  let askedAt = 0;
  return () => {
    const at = clock();
    if (answer && at.getTime() - askedAt < answerMs) return answer;
    askedAt = at.getTime();
    answer = store.waiting().then(({ count, oldestTs }) => ({ count, oldestTs, at }));
    return answer;
  };
}
