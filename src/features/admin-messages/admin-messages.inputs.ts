import { z } from 'zod';
import { messageStates } from '../../platform/messages/message';
import { typedString } from '../../platform/request/input-parser';
import { pageFields } from '../../platform/request/page.inputs';
import { keysOf } from '../../platform/runtime/keys-of';
import { isUuid } from '../../platform/runtime/uuid';

const messagePageSize = { byDefault: 50, atMost: 100 } as const;

export const messagesInput = z
  .object({
    ...pageFields(messagePageSize, 'mails', 'the newest mail'),
    state: z
      .enum(keysOf(messageStates), 'must be "waiting" or "failed"')
      .meta({ enumName: 'MessageState', values: messageStates, example: 'failed' })
      .nullish()
      .transform((state) => state ?? null)
      .meta({ description: 'Only mails in this state. Without this filter, mails in both states.' }),
  })
  .transform(({ first, limit, after, state }) => ({
    first: first ?? limit ?? messagePageSize.byDefault,
    after,
    state,
  }));

export const retryMessageInput = z
  .object({
    /** Text that is no id is the id of nothing. */
    id: typedString
      .transform((text) => (isUuid(text) ? text.toLowerCase() : null))
      .meta({ description: 'The id of the mail.', example: '01a1fafd-5d48-74fb-874f-7e0ccacee987' }),
  })
  .meta({ description: 'The mail to send again.' });
