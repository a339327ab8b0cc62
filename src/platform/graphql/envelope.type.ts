import { Field, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import type { AppError } from '../errors/app-error';
import { type BotChallenge, botChallengeText } from '../errors/bot-challenge';
import { attemptsLeftText, type ErrorCode, errorTable } from '../errors/error-table';
import { sessionEndDescriptions, sessionEndText, toPublicEnd } from '../errors/session-end';
import { fieldProblemTexts } from '../operations/field-problem';
import { limitDescriptions } from '../rate-limits/limit-table';
import { toCamelCase } from '../runtime/camel-case';
import { keysOf } from '../runtime/keys-of';
import { ChallengeType } from './bot-challenge.type';
import { nameEnum } from './input-type';

const codes = keysOf(errorTable);
const ErrorCodeEnum = Object.fromEntries(codes.map((code) => [code, code]));
registerEnumType(ErrorCodeEnum, {
  name: 'ErrorCode',
  description:
    'The codes of all errors, in `error.code` of a payload and in `extensions.code` of `errors`. The REST API uses the same codes.',
  valuesConfig: Object.fromEntries(codes.map((code) => [code, { description: errorTable[code].when }])),
});

/** Empty until `registerEnums`. */
const RateLimitEnum: Record<string, string> = {};
const SessionEndEnum: Record<string, string> = {};
nameEnum('RateLimit', RateLimitEnum);

/** Registers the enums whose values features declare. So this is called when the first schema is built. */
export function registerEnums(): void {
  if (Object.keys(RateLimitEnum).length > 0) return;
  register(RateLimitEnum, limitDescriptions(), {
    name: 'RateLimit',
    description: 'The rate limits. The error RATE_LIMITED names the limit that the request reached.',
  });
  register(SessionEndEnum, sessionEndDescriptions(), { name: 'SessionEnd', description: 'Why a session has ended.' });
}

function register(
  values: Record<string, string>,
  descriptions: Readonly<Record<string, string>>,
  options: { name: string; description: string },
): void {
  const all = Object.entries(descriptions);
  for (const [name] of all) values[name] = name;
  const valuesConfig = Object.fromEntries(all.map(([name, description]) => [name, { description }]));
  registerEnumType(values, { ...options, valuesConfig });
}

@ObjectType('FieldProblem', { description: 'An input field that is not valid, and the reason.' })
export class FieldProblemType {
  @Field(() => String, { description: fieldProblemTexts.field })
  field!: string;

  @Field(() => String, { description: fieldProblemTexts.msg })
  msg!: string;
}

@ObjectType('Problem', { description: 'Why Gatehouse rejected an operation.' })
export class ProblemType {
  @Field(() => ErrorCodeEnum, { description: 'The reason as a code. A client decides by this code what to do next.' })
  code!: ErrorCode;

  @Field(() => [FieldProblemType], {
    description:
      'The input fields that are not valid, with one entry for each field. The list is empty unless the code is VALIDATION_FAILED.',
  })
  fields!: readonly FieldProblemType[];

  @Field(() => Int, {
    nullable: true,
    description:
      'The number of seconds that the client waits before it tries again. Null unless the code is RATE_LIMITED or SERVICE_UNAVAILABLE.',
  })
  retryAfter!: number | null;

  @Field(() => Int, { nullable: true, description: attemptsLeftText })
  attemptsLeft!: number | null;

  @Field(() => RateLimitEnum, {
    nullable: true,
    description: 'The rate limit that the request reached. Null unless the code is RATE_LIMITED.',
  })
  limit!: string | null;

  @Field(() => SessionEndEnum, { nullable: true, description: sessionEndText })
  sessionEnd!: string | null;

  @Field(() => ChallengeType, { nullable: true, description: botChallengeText })
  challenge!: BotChallenge | null;
}

export const resultDescription = 'Null if the operation failed.';

@InterfaceType('Envelope', {
  description: 'The fields that the payload of every mutation has. The REST API uses the same envelope.',
  // Otherwise the public schema would have the payloads of the administration API, too.
  autoRegisterImplementations: false,
})
export abstract class EnvelopeType {
  @Field(() => Boolean, {
    description: 'Whether the operation succeeded. If true, `error` is null. If false, `error` has the reason.',
  })
  success!: boolean;

  @Field(() => String, {
    description:
      'The outcome in one sentence, for people. The text can change, so a client decides by `success` and `error.code`.',
  })
  msg!: string;

  @Field(() => ProblemType, {
    nullable: true,
    description: 'Why the operation failed. Null if the operation succeeded.',
  })
  error!: ProblemType | null;
}

/** The fields of an installation have their names in the file, in snake_case. */
const nameOf = (field: string): string => (field.startsWith('fields.') ? toCamelCase(field) : field);

export function toProblem(error: AppError): ProblemType {
  const fields = error.fields.map(({ field, msg }) => ({ field: nameOf(field), msg }));
  const { code, retryAfterS: retryAfter, attemptsLeft, limit, sessionEnd: end, botChallenge: challenge } = error;
  return { code, fields, retryAfter, attemptsLeft, limit, sessionEnd: end && toPublicEnd(end), challenge };
}
