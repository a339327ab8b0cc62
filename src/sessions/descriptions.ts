import type { FieldText } from '../request/field-text';
import { inputSchemaOf } from '../request/input-schema';
import {
  type LogoutField,
  logoutInput,
  type RevokeSessionField,
  revokeSessionInput,
  type SessionsField,
  sessionsInput,
} from './session.inputs';
import { sessionPageSize } from './session-page';

// The descriptions of inputs in both APIs.

/** Which sessions a logout ends. */
export const sessionsToEnd = {
  current: 'Only the session of this request ends.',
  others: 'All sessions of the user end, except the session of this request.',
  all: 'All sessions of the user end.',
} as const;

export const logoutTexts = {
  sessions: { description: 'Which sessions of the user the logout ends.', example: 'others', values: sessionsToEnd },
} as const satisfies Record<LogoutField, FieldText>;

export const sessionsTexts = {
  first: {
    description: `The number of sessions in a page, from 1 to ${sessionPageSize.atMost}. The default is ${sessionPageSize.byDefault}.`,
    example: 20,
  },
  after: {
    description:
      'The cursor from the previous page. The new page starts after that cursor. Without a cursor, the page starts with the most recently used session.',
    example: 'MTc5NTE5NTgxNTEyMyAwMWExZmFmZC01ZDQ4LTc0ZmItODc0Zi03ZTBjY2FjZWU5ODc',
  },
} as const satisfies Record<SessionsField, FieldText>;

export const revokeSessionTexts = {
  id: {
    description: 'The id of the session to end: a UUID from the list of sessions.',
    example: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
  },
} as const satisfies Record<RevokeSessionField, FieldText>;

/** The inputs in JSON Schema. They are functions, because only the OpenAPI document needs them. */
export const sessionInputSchemas = {
  logout: () => inputSchemaOf(logoutInput, logoutTexts),
  sessions: () => inputSchemaOf(sessionsInput, sessionsTexts),
  revokeSession: () => inputSchemaOf(revokeSessionInput, revokeSessionTexts),
};
