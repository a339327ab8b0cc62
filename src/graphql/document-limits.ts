import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { AppError } from '../errors';

/** Marks a mutation that takes a password, a code or a token: a document holds at most one. */
export const credential = { credential: true } as const;

export const documentLimits = { tokens: 1000, depth: 8, aliases: 15, credentials: 1 } as const;

interface Measure {
  depth: number;
  aliases: number;
}

/**
 * A validation rule that bounds a document as it would be executed: fragments count as often as they are spread, and
 * all operations count, so that neither aliases nor names multiply what one request may try.
 */
export function documentLimitsRule(options: { exemptIntrospection: boolean }) {
  return (context: ValidationContext): ASTVisitor => ({
    Document(document) {
      const isCredential = (name: string): boolean =>
        context.getSchema().getMutationType()?.getFields()[name]?.extensions.credential === true;
      const { depth, aliases } = measureDocument(document, options.exemptIntrospection);
      const found = { depth, aliases, credentials: countRootFields(document, isCredential) };
      const refuse = (msg: string) =>
        context.reportError(new GraphQLError(msg, { originalError: new AppError('VALIDATION_FAILED', { msg }) }));

      if (found.depth > documentLimits.depth)
        refuse(`A document has at most ${documentLimits.depth} levels of fields.`);
      if (found.aliases > documentLimits.aliases) refuse(`A document has at most ${documentLimits.aliases} aliases.`);
      if (found.credentials > documentLimits.credentials) {
        refuse('A document has at most one operation that takes credentials.');
      }
    },
  });
}

function measureDocument(document: DocumentNode, exemptIntrospection: boolean): Measure {
  const measureSpread = perFragment(document, (fragment) => measureSelections(fragment.selectionSet), {
    depth: 0,
    aliases: 0,
  });

  function measureSelections(set: SelectionSetNode): Measure {
    return combine(set.selections.map(measureSelection));
  }

  function measureSelection(node: SelectionNode): Measure {
    if (node.kind === Kind.FRAGMENT_SPREAD) return measureSpread(node.name.value);
    if (node.kind === Kind.INLINE_FRAGMENT) return measureSelections(node.selectionSet);
    if (exemptIntrospection && ['__schema', '__type'].includes(node.name.value))
      return { depth: 1, aliases: node.alias ? 1 : 0 };
    const inner = node.selectionSet ? measureSelections(node.selectionSet) : { depth: 0, aliases: 0 };
    return { depth: inner.depth + 1, aliases: inner.aliases + (node.alias ? 1 : 0) };
  }

  return combine(operationsOf(document).map((operation) => measureSelections(operation.selectionSet)));
}

function countRootFields(document: DocumentNode, matches: (name: string) => boolean): number {
  const countSpread = perFragment(document, (fragment) => countSelections(fragment.selectionSet), 0);

  function countSelections(set: SelectionSetNode): number {
    return sum(
      set.selections.map((node) => {
        if (node.kind === Kind.FRAGMENT_SPREAD) return countSpread(node.name.value);
        if (node.kind === Kind.INLINE_FRAGMENT) return countSelections(node.selectionSet);
        return matches(node.name.value) ? 1 : 0;
      }),
    );
  }

  return sum(operationsOf(document).map((operation) => countSelections(operation.selectionSet)));
}

/**
 * Evaluates each fragment once, however often it is spread. Inside itself, and where it is not defined, a fragment
 * counts as `nothing`: other rules refuse such a document.
 */
function perFragment<T>(document: DocumentNode, evaluate: (fragment: FragmentDefinitionNode) => T, nothing: T) {
  const results = new Map<string, T>();
  const definitions = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) definitions.set(node.name.value, node);
  }
  return (name: string): T => {
    const known = results.get(name);
    if (known !== undefined) return known;
    results.set(name, nothing);
    const definition = definitions.get(name);
    const result = definition ? evaluate(definition) : nothing;
    results.set(name, result);
    return result;
  };
}

function operationsOf(document: DocumentNode) {
  return document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
}

function combine(measures: readonly Measure[]): Measure {
  return {
    depth: Math.max(0, ...measures.map((measure) => measure.depth)),
    aliases: sum(measures.map((measure) => measure.aliases)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
