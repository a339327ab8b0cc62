import { z } from 'zod';
import { answerType, exampleTs, listOf, nothing } from '../../platform/operations/answer';

const app = answerType('ConnectedApp', 'An application into which a user has signed in.', {
  id: z.uuid().meta({
    description: 'The client id of the application.',
    example: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de',
  }),
  name: z.string().meta({ description: 'The name of the application.', example: 'Grafana' }),
  host: z.string().nullable().meta({
    description:
      'The host of the document that describes the application, whose name anyone can write. Null: an operator created it.',
    example: null,
  }),
  firstParty: z.boolean().meta({
    description: 'Whether the application belongs to the operator, so that it needs no consent.',
    example: false,
  }),
  scopes: z.array(z.string().meta({ description: 'A scope.' })).meta({
    description: 'What the application may see: the scopes that the user has allowed, and those of its sessions.',
    example: ['email', 'openid', 'profile'],
  }),
  resources: z.array(z.string().meta({ description: 'The identifier of a resource.' })).meta({
    description: 'The APIs of `RESOURCES` that the application reaches, with its scopes.',
    example: [],
  }),
  connectedTs: z.date().meta({
    description:
      'When the user has last allowed the application something. Without a consent, when its oldest session began.',
    example: exampleTs,
  }),
  lastUsedTs: z.date().nullable().meta({
    description: 'The last use of a session of the application. Null if it has none.',
    example: exampleTs,
  }),
});

export const connectedAppsAnswer = listOf(app, {
  property: 'apps',
  items: 'The applications, the last used first.',
  is: 'The applications.',
  envelope: 'The applications of the user.',
});

export const disconnectAppAnswer = nothing('It is disconnected.');
