import type { Operation } from '../operations/define-operation';
import { keysOf } from '../runtime/keys-of';
import { callerErrors } from './errors-as-payload';

interface MoreText {
  /** What only clients of GraphQL need to know. */
  more?: string;
  /** After the list of errors. */
  after?: string;
  /** Of a query: by default true. */
  nullable?: boolean | 'items';
}

export const nextPage =
  'For the next page, the client sends `pageInfo.endCursor` as `after`, as long as `pageInfo.hasNextPage` is true.';

const onceInDocument =
  'A document can contain only one operation that takes a password, a code or a token, or that sends an e-mail, and only once. Otherwise Gatehouse rejects the document with `VALIDATION_FAILED` in `errors`.';

/** The options of type-graphql's `Query` and `Mutation` for this operation. */
export function options(operation: Operation, { more, after, nullable = true }: MoreText = {}) {
  const { name, does, rest, errors, takesSecret, answer } = operation;
  const isQuery = rest.every((route) => route.startsWith('GET'));
  const description = paragraphs(
    ...present(does, answer?.page ? nextPage : more),
    isQuery ? whereErrorsOfQueriesAre(nullable) : whereErrorsOfMutationsAre(operation),
    Object.entries(errors)
      .map(([code, when]) => `- \`${code}\`: ${when}`)
      .join('\n'),
    ...present(
      !isQuery && isNullable(operation) && exceptions(operation),
      after,
      takesSecret && onceInDocument,
      rest.length > 0 && `REST: ${rest.map((route) => `\`${route}\``).join(' and ')}.`,
    ),
  );
  return { name, nullable: isQuery ? nullable : isNullable(operation), description };
}

/** Null is the payload of a mutation for an error about its caller. */
const isNullable = ({ caller }: Operation): boolean => caller !== 'anyone';

const whereErrorsOfQueriesAre = (nullable: MoreText['nullable']): string =>
  `If an error occurs, ${nullable === true ? 'the field' : '`data`'} is null and \`errors\` has the error:`;

const whereErrorsOfMutationsAre = (operation: Operation): string =>
  isNullable(operation) ? 'The operation can return these errors:' : 'The payload can have these errors:';

/** Says which errors of a mutation are not in its payload. */
function exceptions({ errors, orBy }: Operation): string {
  const codes = keysOf(errors).filter((code) => callerErrors.has(code));
  const names = codes.map((code) => `\`${code}\``);
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are` : `${names[0]} is`;
  const condition = orBy === 'refreshToken' ? 'Without a refresh token, ' : '';
  return `${condition}${list} in \`errors\`, and the payload is null. All other errors are in the payload.`;
}

const present = (...texts: (string | false | undefined)[]): string[] =>
  texts.filter((text) => typeof text === 'string');

/** Joins paragraphs of Markdown. */
export const paragraphs = (...texts: string[]): string => texts.join('\n\n');
