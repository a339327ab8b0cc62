import type { RequestHandler } from 'express';
import { type DocumentNode, type GraphQLSchema, parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors/app-error';
import type { RequestScheduler } from '../http/request-scheduler';
import type { OperationQueue } from '../request/finished-request';
import { checkDocument, tokenLimit } from './document-limits';
import { operationsOf } from './field-operation';

export const parseOptions = { maxTokens: tokenLimit.max } as const;
/** No document says one. GraphQL searches the whole document for the line number of each error, so the number of errors is limited. */
export const validationOptions = { maxErrors: 10 } as const;

/** No document says one. How many accepted documents are remembered, and the maximum total length of their texts in UTF-16 code units. */
const remembered = { max: 1000, maxSize: 2 * 1024 * 1024 } as const;

/**
 * Passes AppError `VALIDATION_FAILED` to `next` for a document that exceeds a limit. This handler runs before Apollo,
 * because GraphQL runs all validation rules together. The time of some rules grows with the square of the document. A
 * document with an operation of a queue then waits in that queue.
 */
export function limitedDocuments(
  schema: GraphQLSchema,
  options: { introspection: boolean },
  scheduler: RequestScheduler,
): RequestHandler {
  const mutations = operationsOf(schema.getMutationType());
  const limits = {
    ...options,
    operationOf: (field: string) => mutations.get(field),
  };
  const within = new LRUCache<string, 'cheap' | OperationQueue>({
    ...remembered,
    sizeCalculation: (_, text) => text.length,
  });

  const begin = (queue: 'cheap' | OperationQueue, next: () => void) =>
    queue === 'cheap' ? next() : scheduler.start(queue, next);

  return (req, _res, next) => {
    const { query } = req.body as { query?: unknown };
    if (typeof query !== 'string' || query === '') return next();
    const known = within.get(query);
    scheduler.setCheap(req.socket, known === 'cheap');
    if (known) return begin(known, next);
    const document = parsed(query);
    // Apollo parses the document again, and reports the syntax error.
    if (!document) return next();
    const { broken, queue } = checkDocument(document, limits);
    if (broken !== null) return next(new AppError('VALIDATION_FAILED', { msg: broken }));
    within.set(query, queue ?? 'cheap');
    begin(queue ?? 'cheap', next);
  };
}

function parsed(query: string): DocumentNode | null {
  try {
    return parse(query, { ...parseOptions, noLocation: true });
  } catch {
    return null;
  }
}
