import type * as documents from '../../src/client/documents';
import type { TypedDocumentNode } from '../../src/client/documents/typed-document-node';
import type { Mutation, Query } from './admin-types';

/** What the GraphQL API returns for an operation, from the types that `npm run codegen` makes of both schemas. */
type ReturnOf<Name extends string> = Name extends keyof Query
  ? Query[Name]
  : Name extends keyof Mutation
    ? Mutation[Name]
    : ReturnOfDocument<Name, `${Capitalize<Name>}Document`>;

type ReturnOfDocument<Name extends string, Key extends string> = Key extends keyof typeof documents
  ? (typeof documents)[Key] extends TypedDocumentNode<infer Data, infer _>
    ? Data[Name & keyof Data]
    : never
  : Record<string, unknown>;

type Element<Connection> = Connection extends { nodes: (infer Node)[] }
  ? Node
  : Connection extends { edges: { node: infer Node }[] }
    ? Node
    : never;

type Page<Connection> = Omit<Connection, 'nodes' | 'edges' | 'pageInfo'> & {
  nodes: Element<Connection>[];
  previous: string | null;
  next: string | null;
};

type ResultIn<Returned> = Returned extends { success: boolean; msg: string }
  ? Returned extends { result?: infer Result }
    ? NonNullable<Result>
    : null
  : Returned extends { pageInfo: unknown }
    ? Page<Returned>
    : Returned;

/** What a success of an operation returns, without the envelope. A page of a list has its elements as `nodes`. */
export type ResultOf<Name extends string> = ResultIn<NonNullable<ReturnOf<Name>>>;
