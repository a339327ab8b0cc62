import {
  type ConstDirectiveNode,
  type DirectiveNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type TypeNode,
  type ValueNode,
} from 'graphql';
import type { Operation } from '../operations/define-operation';
import type { OperationQueue } from '../request/finished-request';

/** The maximum number of `what` in a document. The error message and `docs/reference/limits.md` contain `what`. */
interface DocumentLimit {
  readonly max: number;
  /** The maximum for an introspection query, if introspection is allowed and needs more than `max`. */
  readonly introspection?: number;
  readonly what: string;
}

/** No document says one. The time of the parser grows with the number. */
export const tokenLimit = { max: 1000, what: 'tokens' } as const satisfies DocumentLimit;

/**
 * No document says one: the GraphQL specification leaves documents unlimited, and GraphQL over HTTP lets a server reject them. If a
 * document exceeds several limits, the first of them in this order is reported.
 */
export const documentLimits = {
  // So that one request cannot try many passwords, codes or tokens.
  credentials: { max: 1, what: 'operation that takes credentials' },
  depth: { max: 8, introspection: 24, what: 'levels of fields' },
  nesting: { max: 8, what: 'levels of lists and objects in a value' },
  aliases: { max: 15, what: 'aliases' },
  rootFields: { max: 10, what: 'root fields' },
  directives: { max: 20, what: 'directives' },
  selections: { max: 150, introspection: 500, what: 'fields and fragments' },
} as const satisfies Record<string, DocumentLimit>;

type Limited = keyof typeof documentLimits;

type Measure = Readonly<Record<Limited, number>> & {
  readonly introspection: boolean;
  readonly queue: OperationQueue | null;
};

interface LimitOptions {
  /** Returns the operation of a mutation. */
  operationOf(field: string): Pick<Operation, 'takesSecret' | 'queue'> | undefined;
  introspection: boolean;
}

interface CheckedDocument {
  /** Why the document is rejected. Null if the document is within the limits. */
  broken: string | null;
  /** In which queue the request waits. */
  queue: OperationQueue | null;
}

/** The time depends only on the number of tokens, however often fragments are spread. */
export function checkDocument(document: DocumentNode, { operationOf, introspection }: LimitOptions): CheckedDocument {
  const measure = measureDocument(document, operationOf);
  return { broken: brokenLimit(measure, introspection), queue: measure.queue };
}

export const introspectionOff = 'Introspection is not allowed on this server. The setting GRAPHQL_EXPLORER allows it.';

/** The error text for a limit. */
export const exceeded = (what: string, max: number): string =>
  `The document exceeds the limit of ${max === 1 ? 'one' : max} ${what}.`;

function brokenLimit(measure: Measure, introspection: boolean): string | null {
  if (measure.introspection && !introspection) return introspectionOff;
  const limits = Object.entries(documentLimits) as [Limited, DocumentLimit][];
  const broken = limits.find(([name, limit]) => measure[name] > maxOf(limit, measure.introspection))?.[1];
  if (!broken) return null;
  const max = maxOf(broken, measure.introspection);
  return exceeded(broken.what, max);
}

const maxOf = ({ max, introspection }: DocumentLimit, isIntrospection: boolean) =>
  isIntrospection ? (introspection ?? max) : max;

const nothing: Measure = {
  credentials: 0,
  depth: 0,
  nesting: 0,
  aliases: 0,
  rootFields: 0,
  directives: 0,
  selections: 0,
  introspection: false,
  queue: null,
};

const notOfRootFields = { credentials: 0, rootFields: 0, queue: null } as const;

/**
 * Measures a document as it would be executed. A fragment counts each time it is spread, and all operations count.
 * Otherwise aliases and names would multiply the attempts of one request. An unused fragment counts once, because
 * GraphQL validates it, too.
 */
function measureDocument(document: DocumentNode, operationOf: LimitOptions['operationOf']): Measure {
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const fragmentOfName = new Map(fragments.map((node) => [node.name.value, node]));
  const measured = new Map<FragmentDefinitionNode, Measure>();

  function ofOperation(node: OperationDefinitionNode): Measure {
    const variables = (node.variableDefinitions ?? []).flatMap((variable) => [
      ofDirectives(variable.directives),
      { ...nothing, nesting: Math.max(nestingOf(variable.type), nestingOf(variable.defaultValue)) },
    ]);
    return combine([ofDirectives(node.directives), ...variables, ofSelections(node.selectionSet)]);
  }

  /** Measures each fragment once. A fragment inside itself counts as empty, because GraphQL rejects such a document. */
  function ofFragment(node: FragmentDefinitionNode): Measure {
    const known = measured.get(node);
    if (known) return known;
    measured.set(node, nothing);
    const measure = combine([ofDirectives(node.directives), ofSelections(node.selectionSet)]);
    measured.set(node, measure);
    return measure;
  }

  function ofSelections(set: SelectionSetNode): Measure {
    return combine(set.selections.map(ofSelection));
  }

  function ofSelection(node: SelectionNode): Measure {
    const selection = { ...nothing, selections: 1 };
    const directives = ofDirectives(node.directives);
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragmentOfName.get(node.name.value);
      return combine([selection, directives, fragment ? ofFragment(fragment) : nothing]);
    }
    if (node.kind === Kind.INLINE_FRAGMENT) return combine([selection, directives, ofSelections(node.selectionSet)]);
    const inner = node.selectionSet ? ofSelections(node.selectionSet) : nothing;
    const operation = operationOf(node.name.value);
    const field: Measure = {
      credentials: operation?.takesSecret ? 1 : 0,
      depth: 0,
      nesting: Math.max(0, ...(node.arguments ?? []).map(({ value }) => nestingOf(value))),
      aliases: node.alias ? 1 : 0,
      rootFields: 1,
      directives: 0,
      selections: 1,
      introspection: ['__schema', '__type'].includes(node.name.value),
      queue: operation?.queue ?? null,
    };
    // A nested field cannot be a root field.
    return combine([field, directives, { ...inner, ...notOfRootFields, depth: inner.depth + 1 }]);
  }

  const executed = operations.map(ofOperation);
  const unused = fragments.filter((node) => !measured.has(node)).map(ofFragment);
  return combine([...executed, ...unused.map((measure) => ({ ...measure, ...notOfRootFields }))]);
}

function ofDirectives(directives: readonly (DirectiveNode | ConstDirectiveNode)[] = []): Measure {
  const values = directives.flatMap((node) => node.arguments ?? []);
  return {
    ...nothing,
    directives: directives.length,
    nesting: Math.max(0, ...values.map(({ value }) => nestingOf(value))),
  };
}

/** The number of nested lists and objects in a literal, or of nested lists in the type of a variable. */
function nestingOf(node: ValueNode | TypeNode | undefined): number {
  switch (node?.kind) {
    case Kind.LIST:
      return 1 + Math.max(0, ...node.values.map(nestingOf));
    case Kind.OBJECT:
      return 1 + Math.max(0, ...node.fields.map(({ value }) => nestingOf(value)));
    case Kind.LIST_TYPE:
      return 1 + nestingOf(node.type);
    case Kind.NON_NULL_TYPE:
      return nestingOf(node.type);
    default:
      return 0;
  }
}

/** Combines the measures of siblings: the maximum of levels, the sum of everything else. */
function combine(measures: readonly Measure[]): Measure {
  return measures.reduce(
    (total, measure) => ({
      credentials: total.credentials + measure.credentials,
      depth: Math.max(total.depth, measure.depth),
      nesting: Math.max(total.nesting, measure.nesting),
      aliases: total.aliases + measure.aliases,
      rootFields: total.rootFields + measure.rootFields,
      directives: total.directives + measure.directives,
      selections: total.selections + measure.selections,
      introspection: total.introspection || measure.introspection,
      queue: total.queue === 'hashing' ? 'hashing' : (measure.queue ?? total.queue),
    }),
    nothing,
  );
}
