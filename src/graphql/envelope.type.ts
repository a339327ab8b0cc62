import { Field, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { type AppError, type ErrorCode, errorTable } from '../errors';
import { type LimitName, limitNames, limitTable } from '../limits';

const codes = Object.keys(errorTable) as ErrorCode[];
const ErrorCodeEnum = Object.fromEntries(codes.map((code) => [code, code]));
registerEnumType(ErrorCodeEnum, {
  name: 'ErrorCode',
  description: 'Every reason for which Gatehouse refuses. The REST door gives the same codes.',
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

  @Field(() => String, { description: 'The reason, to be read after the name: "must be a string".' })
  msg!: string;
}

@ObjectType('Problem', { description: 'Why an operation was refused.' })
export class ProblemType {
  @Field(() => ErrorCodeEnum, { description: 'The code, the same for the same reason through both doors.' })
  code!: ErrorCode;

  @Field(() => [FieldProblemType], {
    description: 'The fields that break a rule; empty unless the code is VALIDATION_FAILED.',
  })
  fields!: readonly FieldProblemType[];

  @Field(() => Int, {
    nullable: true,
    description: 'In how many seconds it makes sense to try again, where that is known.',
  })
  retryAfter!: number | null;

  @Field(() => RateLimitEnum, { nullable: true, description: 'Which limit was reached, with RATE_LIMITED.' })
  limit!: LimitName | null;
}

@InterfaceType('Envelope', { description: 'What every mutation answers with, as the REST door does.' })
export abstract class EnvelopeType {
  @Field(() => Boolean, { description: 'Whether the operation was done.' })
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
