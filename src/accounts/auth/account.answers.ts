import { z } from 'zod';
import { answerOf, graphqlType, nothing, pageOf } from '../../platform/operations/answer';
import { sessionRecord } from '../sessions/session.answers';

export const sessionsAnswer = pageOf(sessionRecord, {
  connection: 'SessionConnection',
  edge: {
    name: 'SessionEdge',
    is: 'One session of a page, with its cursor.',
    cursor: 'The position of this session in the list. Sent as `after`, it starts the next page after this session.',
    node: 'The session at this position.',
  },
  property: 'sessions',
  items: 'The sessions of this page, most recently used first.',
  positionOf: ({ lastUsedTs: ts, id }) => ({ ts, id }),
  is: 'One page of the list of sessions.',
  envelope: 'One page of sessions.',
  response: 'One page of sessions.',
});

export const revokeSessionAnswer = nothing('The session has ended.');

export const logoutAnswer = answerOf(
  graphqlType('LogoutResult', 'What `logout` did.', {
    ended: z.int().meta({ description: 'The number of sessions that ended, counted up to 1000.', example: 2 }),
  }),
  { is: 'What the logout did.', response: 'The sessions have ended.' },
);
