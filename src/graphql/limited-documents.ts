import type { RequestHandler } from 'express';
import { type DocumentNode, type GraphQLSchema, parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors';
import { brokenLimit, tokenLimit } from './document-limits';

export const parseOptions = { maxTokens: tokenLimit.max } as const;
/** To say where a mistake is, GraphQL looks through the lines of the document once for each. */
export const validationOptions = { maxErrors: 10 } as const;

/** How many documents are remembered as within the limits, and how much of their text, in UTF-16 code units. */
const remembered = { max: 1000, maxSize: 2 * 1024 * 1024 } as const;

/**
 * Passes on AppError `VALIDATION_FAILED` for a document that breaks a limit. It stands before Apollo because GraphQL
 * runs all rules on a document together, and some of its own take time by the square of what they are given.
 */
export function limitedDocuments(schema: GraphQLSchema, options: { introspection: boolean }): RequestHandler {
  const mutations = schema.getMutationType()?.getFields() ?? {};
  const limits = {
    ...options,
    isCredential: (name: string) => Object.hasOwn(mutations, name) && mutations[name]?.extensions.credential === true,
  };
  const within = new LRUCache<string, true>({ ...remembered, sizeCalculation: (_, text) => text.length });

  return (req, _res, next) => {
    const { query } = req.body as { query?: unknown };
    if (typeof query !== 'string' || query === '' || within.has(query)) return next();
    const document = parsed(query);
    // Apollo finds the same, and says what is wrong with it.
    if (!document) return next();
    const msg = brokenLimit(document, limits);
    if (msg !== null) return next(new AppError('VALIDATION_FAILED', { msg }));
    within.set(query, true);
    next();
  };
}

function parsed(query: string): DocumentNode | null {
  try {
    return parse(query, { ...parseOptions, noLocation: true });
  } catch {
    return null;
  }
}
