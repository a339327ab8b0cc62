import 'reflect-metadata';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { answerOf, answerType, exampleTs, graphqlType, inProperty, listOf } from '../../src/platform/operations/answer';
import { defineOperation } from '../../src/platform/operations/define-operation';
import { answerRoute } from '../../src/platform/rest/answer.rest';
import { componentsIn } from '../../src/platform/rest/json-schema';

const text = (description: string) => z.string().meta({ description, example: 'x' });
const key = answerType('ExampleKey', 'A key.', {
  kid: text('The id.'),
  createdTs: z.date().meta({ description: 'When it was created.', example: exampleTs }),
  retiredTs: z.date().nullable().meta({ description: 'When it was retired.', example: null }),
});
const declared = { does: 'Lists.', message: 'Listed.', caller: 'anyone' } as const;
const list = defineOperation({
  ...declared,
  name: 'exampleKeys',
  rest: ['GET /example/keys'],
  answer: listOf(key, { property: 'keys', items: 'The keys.', is: 'All keys.' }),
});

/** Answers one request, and returns the body. */
async function answered(value: object): Promise<unknown> {
  const route = answerRoute(list, { tag: 'Service', summary: 'List' }, () => Promise.resolve(value as never));
  const [handler] = route.handlers;
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
  const { success } = answerRoute(list, { tag: 'Service', summary: 'List' }, () => Promise.resolve([])).openapi();
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
  const route = answerRoute(one, { tag: 'Service', summary: 'Get' }, () => Promise.resolve({ kid: 'a' }));
  expect(() => route.openapi()).toThrow('the field kid has no example');
});

test('a type of GraphQL is in its place, and a field can have another name than in the service', () => {
  const options = graphqlType('ExampleOptions', 'Options of an example.', {
    key: key.meta({ description: 'The key of the options.' }),
    validForS: z.int().meta({ description: 'How long.', name: 'validFor', example: 60 }),
  });
  const answer = answerOf(options, { is: 'The options.', envelopeName: 'OptionsEnvelope' });
  const one = defineOperation({ ...declared, name: 'exampleOptions', rest: ['GET /example/options'], answer });
  const route = answerRoute(one, { tag: 'Service', summary: 'Get' }, () => Promise.reject(new Error()));
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
  const { success } = answerRoute(one, { tag: 'Service', summary: 'Get' }, () => Promise.resolve(null)).openapi();
  expect(componentsIn(success.schema).get('ExampleLastKeyEnvelope')).toMatchObject({
    properties: { result: { properties: { last_key: { type: ['object', 'null'], description: texts.holds } } } },
  });
});
