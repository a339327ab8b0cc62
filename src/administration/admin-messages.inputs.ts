import { z } from 'zod';
import { type MessageState, messageStates } from '../messages/message';
import { parserOf, typedString } from '../request/input-parser';
import { pageCursor, pageSize } from '../request/page.inputs';
import { isUuid } from '../runtime/uuid';

export const messagePageSize = { byDefault: 50, atMost: 100 } as const;

const size = pageSize(messagePageSize.atMost).nullish();

export const messagesInput = z
  .object({
    /** The GraphQL API names the size of a page `first`, the REST API `limit`. */
    first: size,
    limit: size,
    after: pageCursor,
    state: z
      .enum(Object.keys(messageStates) as MessageState[], 'must be "waiting" or "failed"')
      .nullish()
      .transform((state) => state ?? null),
  })
  .transform(({ first, limit, after, state }) => ({
    first: first ?? limit ?? messagePageSize.byDefault,
    after,
    state,
  }));

/** The id of what a request is about. Text that is no id is the id of nothing. */
export const idInput = z.object({
  id: typedString.meta({ format: 'uuid' }).transform((text) => (isUuid(text) ? text.toLowerCase() : null)),
});

export type MessagesField = keyof z.input<typeof messagesInput>;
export type IdField = keyof z.input<typeof idInput>;

export const parseMessagesInput = parserOf(messagesInput);
export const parseIdInput = parserOf(idInput);
