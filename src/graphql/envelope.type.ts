import { Field, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import type { AppError } from '../errors/app-error';
import { type ErrorCode, errorTable } from '../errors/error-table';
import { type LimitName, limitNames, limitTable } from '../rate-limits/limit-table';

const codes = Object.keys(errorTable) as ErrorCode[];
const ErrorCodeEnum = Object.fromEntries(codes.map((code) => [code, code]));
registerEnumType(ErrorCodeEnum, {
  name: 'ErrorCode',
  description: 'The error codes. The REST API uses the same codes.',
  valuesConfig: Object.fromEntries(codes.map((code) => [code, { description: errorTable[code].when }])),
});

const RateLimitEnum = Object.fromEntries(limitNames.map((name) => [name, name]));
registerEnumType(RateLimitEnum, {
  name: 'RateLimit',
  description: 'The limits that RATE_LIMITED can name.',
  valuesConfig: Object.fromEntries(
    limitNames.map((name) => [name, { description: `Per ${limitTable[name].per}. ${limitTable[name].what}` }]),
  ),
});

@ObjectType('FieldProblem', { description: 'An input field and the rule it breaks.' })
export class FieldProblemType {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => String, { description: 'The reason, as text after the name: "must be a string".' })
  msg!: string;
}

@ObjectType('Problem', { description: 'Why an operation was rejected.' })
export class ProblemType {
  @Field(() => ErrorCodeEnum, { description: 'The error code. Both APIs use the same code for the same reason.' })
  code!: ErrorCode;

  @Field(() => [FieldProblemType], {
    description: 'The fields that break a rule; empty unless the code is VALIDATION_FAILED.',
  })
  fields!: readonly FieldProblemType[];

  @Field(() => Int, {
    nullable: true,
    description: 'After how many seconds to try again, if that is known.',
  })
  retryAfter!: number | null;

  @Field(() => RateLimitEnum, {
    nullable: true,
    description: 'The limit that was reached, if the code is RATE_LIMITED.',
  })
  limit!: LimitName | null;
}

@InterfaceType('Envelope', { description: 'The envelope of every mutation. The REST API uses the same envelope.' })
export abstract class EnvelopeType {
  @Field(() => Boolean, { description: 'Whether the operation succeeded.' })
  success!: boolean;

  @Field(() => String, { description: 'The outcome in words.' })
  msg!: string;

  @Field(() => ProblemType, { nullable: true, description: 'Set when success is false.' })
  error!: ProblemType | null;
}

export function toProblem(error: AppError): ProblemType {
  const fields = error.fields.map(({ field, msg }) => ({ field, msg }));
  return { code: error.code, fields, retryAfter: error.retryAfterS, limit: error.limit };
}
