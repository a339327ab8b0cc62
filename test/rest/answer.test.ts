import 'reflect-metadata';
import type { Request, Response } from 'express';
import { z } from 'zod';
import {
  answerOf,
  answerType,
  exampleTs,
  graphqlType,
  inProperty,
  listOf,
  nothing,
  pageOf,
} from '../../src/platform/operations/answer';
import { defineOperation } from '../../src/platform/operations/define-operation';
import { answerRoute, answerRoutes } from '../../src/platform/rest/answer.rest';
import { componentsIn } from '../../src/platform/rest/json-schema';
import type { RestRoute } from '../../src/platform/rest/rest-route';

const text = (description: string) => z.string().meta({ description, example: 'x' });
const key = answerType('ExampleKey', 'A key.', {
  kid: text('The id.'),
  createdTs: z.date().meta({ description: 'When it was created.', example: exampleTs }),
  retiredTs: z.date().nullable().meta({ description: 'When it was retired.', example: null }),
});
const declared = { tag: 'Service', summary: 'List', does: 'Lists.', message: 'Listed.', caller: 'anyone' } as const;
const list = defineOperation({
  ...declared,
  name: 'exampleKeys',
  rest: ['GET /example/keys'],
  answer: listOf(key, { property: 'keys', items: 'The keys.', is: 'All keys.' }),
});

const answered = (value: object, operation: Parameters<typeof answerRoute>[0] = list): Promise<unknown> =>
  bodyOf(answerRoute(operation, () => Promise.resolve(value as never)));

/** Sends one request to a route, and returns the body of the answer. */
async function bodyOf({ handlers: [handler] }: RestRoute): Promise<unknown> {
  const sent = new Promise((resolve) => {
    const res = { setHeader: () => res, end: resolve, locals: {}, statusCode: 200 };
    void handler?.(
      { headers: {}, socket: {}, get: () => undefined } as unknown as Request,
      res as unknown as Response,
      resolve,
    );
  });
  const body = await sent;
  if (body instanceof Error) throw body;
  return JSON.parse(String(body));
}

const stored = { kid: 'a', createdTs: exampleTs, retiredTs: null };

test('a record has what is declared, in snake_case, and nothing else', async () => {
  expect(
    await answered([
      { ...stored, privateKey: 'secret' },
      { ...stored, retiredTs: exampleTs },
    ]),
  ).toEqual({
    success: true,
    msg: 'Listed.',
    result: {
      keys: [
        { kid: 'a', created_ts: '2026-11-20T17:30:15.123', retired_ts: null },
        { kid: 'a', created_ts: '2026-11-20T17:30:15.123', retired_ts: '2026-11-20T17:30:15.123' },
      ],
    },
  });
});

test('the document has the envelope, the component and the example of the declaration', () => {
  const { success } = answerRoute(list, () => Promise.resolve([])).openapi();
  expect(success).toMatchObject({
    description: 'All keys.',
    example: { result: { keys: [{ kid: 'x', created_ts: '2026-11-20T17:30:15.123', retired_ts: null }] } },
  });
  const components = componentsIn(success.schema);
  expect([...components.keys()]).toEqual(['ExampleKeysEnvelope', 'ExampleKey']);
  expect(components.get('ExampleKey')).toMatchObject({
    description: 'A key.',
    required: ['kid', 'created_ts', 'retired_ts'],
    properties: { retired_ts: { type: ['string', 'null'] } },
  });
});

test('a field without an example is named', () => {
  const answer = answerOf(z.object({ kid: z.string().meta({ description: 'The id.' }) }), { is: 'A key.' });
  const one = defineOperation({ ...declared, name: 'exampleKey', rest: ['GET /example/key'], answer });
  const route = answerRoute(one, () => Promise.resolve({ kid: 'a' }));
  expect(() => route.openapi()).toThrow('the field kid has no example');
});

test('a type of GraphQL is in its place, and a field can have another name than in the service', () => {
  const options = graphqlType('ExampleOptions', 'Options of an example.', {
    key: key.meta({ description: 'The key of the options.' }),
    validForS: z.int().meta({ description: 'How long.', name: 'validFor', example: 60 }),
  });
  const answer = answerOf(options, { is: 'The options.', envelopeName: 'OptionsEnvelope' });
  const one = defineOperation({ ...declared, name: 'exampleOptions', rest: ['GET /example/options'], answer });
  const route = answerRoute(one, () => Promise.reject(new Error()));
  const { success } = route.openapi();
  expect(success.example).toMatchObject({ result: { key: { kid: 'x' }, valid_for: 60 } });
  const components = componentsIn(success.schema);
  expect([...components.keys()]).toEqual(['OptionsEnvelope', 'ExampleKey']);
  expect(components.get('OptionsEnvelope')).toMatchObject({
    properties: { result: { description: 'The options.', required: ['key', 'valid_for'] } },
  });
  expect(components.get('ExampleKey')).toMatchObject({ description: 'A key.' });
});

test('an object that can be null is in a property', () => {
  const texts = { property: 'lastKey', holds: 'The last key. Null if there is none.', is: 'A key.' };
  const answer = inProperty(key.nullable(), texts);
  const one = defineOperation({ ...declared, name: 'exampleLastKey', rest: ['GET /example/last-key'], answer });
  const { success } = answerRoute(one, () => Promise.resolve(null)).openapi();
  expect(componentsIn(success.schema).get('ExampleLastKeyEnvelope')).toMatchObject({
    properties: { result: { properties: { last_key: { type: ['object', 'null'], description: texts.holds } } } },
  });
});

const details = z.custom<object>().meta({ description: 'Details.', keys: 'names', example: { clientId: 'x' } });
const pages = defineOperation({
  ...declared,
  name: 'exampleEvents',
  rest: ['GET /example/events'],
  answer: pageOf(answerType('ExampleEvent', 'An event.', { id: z.uuid(), createdTs: z.date(), details }), {
    connection: 'ExampleEventConnection',
    property: 'events',
    items: 'The events, the newest first.',
    is: 'One page of events.',
    positionOf: ({ id, createdTs }) => ({ ts: createdTs, id }),
    example: { items: [], hasMore: false },
  }),
});

test('a page has the cursor of the next one, and an object of names has them in snake_case', async () => {
  const id = '01a1fafd-5d49-7c1f-8a41-6f0d1f0a1122';
  const items = [{ id, createdTs: exampleTs, details: { clientId: 'Ab' } }];
  const events = [{ id, created_ts: '2026-11-20T17:30:15.123', details: { client_id: 'Ab' } }];
  const next = Buffer.from(`${exampleTs.getTime()} ${id}`).toString('base64url');
  expect(await answered({ items, hasMore: true }, pages)).toMatchObject({ result: { events, next } });
  expect(await answered({ items, hasMore: false }, pages)).toMatchObject({ result: { events, next: null } });
  expect(await answered({ items: [], hasMore: false }, pages)).toMatchObject({ result: { events: [], next: null } });
});

test('the document says how a client gets the next page, and which status a success has', () => {
  const { description, success } = answerRoute({ ...pages, status: 201 }, () => Promise.reject(new Error())).openapi();
  expect(description).toContain('the client sends `next` as `after`');
  expect(success).toMatchObject({ status: 201, example: { result: { events: [], next: null } } });
  expect(componentsIn(success.schema).get('ExampleEventsEnvelope')).toMatchObject({
    properties: { result: { required: ['events', 'next'] } },
  });
});

test('an operation without a result can have an envelope of its own', () => {
  const answer = nothing('It was deleted.', { envelopeName: 'DeletedExampleEnvelope' });
  const one = defineOperation({ ...declared, name: 'deleteExample', rest: ['DELETE /example'], answer });
  const { success } = answerRoute(one, () => Promise.resolve()).openapi();
  expect(success.example).toEqual({ success: true, msg: 'Listed.', result: {} });
  expect([...componentsIn(success.schema).keys()]).toEqual(['DeletedExampleEnvelope']);
});

test('the message can depend on the result', async () => {
  const answer = nothing<{ isLast: boolean }>('Done.', { messageOf: ({ isLast }) => (isLast ? null : 'Another one.') });
  const one = defineOperation({ ...declared, name: 'nextExample', rest: ['POST /example/next'], answer });
  expect(await answered({ isLast: false }, one)).toEqual({ success: true, msg: 'Another one.', result: {} });
  expect(await answered({ isLast: true }, one)).toEqual({ success: true, msg: 'Listed.', result: {} });
});

describe('the routes of a module of operations', () => {
  const answer = nothing('Done.');
  const second = defineOperation({ ...declared, name: 'second', rest: ['POST /example/2'], answer });
  const first = defineOperation({ ...declared, name: 'first', rest: ['POST /example/1'], answer });
  const pageOnly = defineOperation({ ...declared, name: 'pageOnly', rest: [] });
  const asked: string[] = [];
  const service = {
    first: async () => void asked.push('first'),
    second: async () => void asked.push('second'),
  };

  test('they are in the order of the declarations, and call the method with the name of the operation', async () => {
    const routes = answerRoutes({ first, pageOnly, second, title: 'a text' }, service);
    expect(routes.map(({ path }) => path)).toEqual(['/example/2', '/example/1']);
    for (const route of routes) await bodyOf(route);
    expect(asked).toEqual(['second', 'first']);
  });

  test('an own route replaces that of the operation', () => {
    const own = answerRoute(first, () => Promise.resolve());
    expect(answerRoutes({ first, second }, service, { first: own })[1]).toBe(own);
  });

  test('an operation with a route has an answer or an own route', () => {
    const silent = defineOperation({ ...declared, name: 'silent', rest: ['GET /example'] });
    expect(() => answerRoutes({ silent }, {})).toThrow('silent has neither an answer nor a route of its own');
  });
});
