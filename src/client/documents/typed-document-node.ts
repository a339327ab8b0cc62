import type { DocumentNode } from 'graphql';

/** A document with the types of its result and variables, as Apollo Client and urql read them. */
export interface TypedDocumentNode<Result, Variables> extends DocumentNode {
  /** Only a type: no document has this function. */
  __apiType?: (variables: Variables) => Result;
}
