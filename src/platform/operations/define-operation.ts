import { z } from 'zod';
import type { AuditAction } from '../audit/action';
import { type ErrorCode, errorTable } from '../errors/error-table';
import type { RateLimit } from '../rate-limits/limit-table';
import type { OperationQueue } from '../request/finished-request';
import { keysOf } from '../runtime/keys-of';
import type { Answer } from './answer';
import { challengeField } from './challenge.inputs';
import {
  challengeNeeded,
  fullQueue,
  impersonated,
  invalidFields,
  lacksScope,
  limitReached,
  noAccount,
  noDatabase,
  notByUser,
  ofApplication,
  ofSuperAdmins,
} from './error-texts';
import { operationLimits } from './operation.limits';
import type { Tag } from './tags';

/** A method and a path in the syntax of OpenAPI: `PATCH /auth/passkeys/{id}`. */
export type RestPath = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ANY'} /${string}`;

/**
 * Who can call an operation. Rights that depend on more than the caller are in the service. An `application` is an OAuth
 * client with the access token of a user, a `client` one with its own credentials.
 */
type Caller = 'anyone' | 'user' | 'application' | 'client' | 'superAdmin';

/** What a service of the operator can do in the administration: read everything, or change accounts. */
export type Machine = 'read' | 'users';

export const scopeOfMachine = <Kind extends Machine>(machine: Kind): `admin:${Kind}` => `admin:${machine}`;

type RejectionActions = { other: AuditAction } & Partial<Record<ErrorCode, AuditAction>>;

export interface ChallengeRule {
  /** Its name in CHALLENGE_ON. */
  readonly name: string;
  /** Whether CHALLENGE_ON is without it by default. */
  readonly isOptional?: true;
  /** Whether it is asked in calm times, too, and nobody passes while the site does not answer. */
  readonly costsMoney?: true;
}

/** What an operation is, for both APIs, the audit, the limits and the documentation. */
export interface Declaration {
  /** The GraphQL root field, and the name in logs, metrics, traces and the audit. */
  name: string;
  /** Empty for an operation that only GraphQL or only the pages have. */
  rest: readonly RestPath[];
  /** The group in the OpenAPI document, and a short title. An operation with a route has both. */
  tag?: Tag;
  summary?: string;
  /** What the operation does and who can call it, in the words of both APIs. */
  does: string;
  /** The message of a success. */
  message?: string;
  caller: Caller;
  /** What identifies the caller of an operation for users if there is no access token. */
  orBy?: 'challenge' | 'refreshToken';
  /** The fields that the operation checks. */
  input?: z.ZodType;
  /** What the body of a REST request is. Without it, a request has none. It is also what GraphQL says of the input, by default. */
  takes?: string;
  /** Whether a REST request can be without its body. */
  bodyIsOptional?: true;
  /** Whether the body of a REST request can have 64 kB, not 16 kB. */
  hasLargeBody?: true;
  /** What only clients of REST need to know. */
  restNote?: string;
  /** The status of a success in REST. 200 by default. */
  status?: 201;
  /** What a success returns. Without it, the feature's types and routes say it. */
  answer?: Answer | undefined;
  /** Adds the field `challenge` to the input and `CHALLENGE_REQUIRED` to the errors. The service calls `Challenges.check`. */
  challenge?: ChallengeRule;
  /** The rate limits that the operation can reach. Those for super admins also have `ADMIN`. */
  limits?: readonly RateLimit[];
  /** When each error happens that does not follow from the rest of the declaration, or happens for another reason. */
  errors?: Partial<Record<ErrorCode, string>>;
  /** The messages of errors, for the examples of the OpenAPI document, where they are not those of the error table. */
  errorMessages?: Partial<Record<ErrorCode, string>>;
  /** Whether the operation computes the hash of a password, which is expensive: such requests have a queue. */
  hashesPassword?: true;
  /** Whether the operation takes a password, a code or a token, or sends an e-mail: a GraphQL document can have one such operation. */
  takesSecret?: true;
  /**
   * Whether the operation adds something that lets somebody in: it asks for the proof of `Reauthentication.confirmWayIn` or
   * `missingProof`, and mails the link that removes it.
   */
  addsWayIn?: true;
  /** Whether a super admin who acts as a user can call the operation. */
  openToImpersonation?: true;
  /**
   * The scope with which an application can call the operation, with the access token of a user. Without it, none can: an
   * application has what its user has allowed it, never what the user can do.
   */
  openToApplications?: string;
  /** Whether API keys of users open the operation. Without it, none does, and one for an API of RESOURCES opens none at all. */
  openToApiKeys?: true;
  /**
   * Probes and services send such requests so often that a success is logged only at the level `debug`: probes of a load
   * balancer, and checks of a service about each of its own requests.
   */
  traffic?: 'probe' | 'check';
  /** Whether the answer needs neither keys nor the database. */
  isStatic?: true;
  /**
   * What a service of the operator needs to call an operation of super admins: the scope `admin:read` or `admin:users`. Without
   * it, no service can.
   */
  machine?: Machine;
  /** How the audit records a rejection. By default as `access_refused`. */
  rejectedAs?: AuditAction | RejectionActions;
}

/** An operation whose service gets `Input`: null without input. */
export interface Operation<Name extends string = string, Route extends RestPath = RestPath, Input = unknown>
  extends Omit<Declaration, 'errors' | 'input'> {
  readonly name: Name;
  /** Operations are numbered as they are declared, because the exports of a module have no order. */
  readonly position: number;
  readonly rest: readonly Route[];
  readonly message: string;
  readonly input: z.ZodType<Input> | null;
  readonly limits: readonly RateLimit[];
  /** In which queue a request waits: one that hashes, or one of the changes of which a client can send many at once. */
  readonly queue: OperationQueue | null;
  /** Every error of the operation with its reason, in the order of the error table. Errors of every request are not in it. */
  readonly errors: Readonly<Partial<Record<ErrorCode, string>>>;
}

let declared = 0;

export function defineOperation<
  const Name extends string,
  const Route extends RestPath,
  Input = null,
  Result extends Answer | undefined = undefined,
  Challenge extends ChallengeRule | undefined = undefined,
>(
  declaration: Declaration & {
    name: Name;
    rest: readonly Route[];
    input?: z.ZodType<Input>;
    answer?: Result;
    challenge?: Challenge;
  },
): Operation<Name, Route, Challenge extends ChallengeRule ? Input & ChallengeAnswer : Input> & {
  readonly answer: Result;
} {
  const { message = '', caller } = declaration;
  const input = inputOf(declaration);
  const { limits: own = [] } = declaration;
  const limits: readonly RateLimit[] = caller === 'superAdmin' ? [operationLimits.ADMIN, ...own] : own;
  const texts = { ...impliedErrors(declaration, limits), ...declaration.errors };
  // Declared are only the reasons that do not follow.
  const forbidden = [declaration.errors?.FORBIDDEN, ...reasonsToForbid(declaration)].filter(Boolean);
  if (forbidden.length > 0) texts.FORBIDDEN = forbidden.join(' Or: ');
  const codes = keysOf(errorTable).filter((code) => texts[code] !== undefined);
  const errors = Object.fromEntries(codes.map((code) => [code, texts[code]]));
  const queue = declaration.hashesPassword ? 'hashing' : (limits.find((limit) => limit.queue)?.queue ?? null);
  const position = declared++;
  const does = declaration.machine
    ? `${declaration.does} A service can call it with the scope \`${scopeOfMachine(declaration.machine)}\`.`
    : declaration.does;
  return {
    ...declaration,
    position,
    does,
    message,
    input: input as z.ZodType<never> | null,
    answer: declaration.answer as Result,
    limits,
    queue,
    errors,
  };
}

/** What a client sends to an operation with a challenge. */
export interface ChallengeAnswer {
  challenge?: string | null | undefined;
}

/** An input with a transformation has the field itself. */
function inputOf({ input, challenge }: Declaration): z.ZodType | null {
  if (!challenge || !(input instanceof z.ZodObject)) return input ?? null;
  return input.safeExtend({ challenge: challengeField }).meta(input.meta() ?? {});
}

/** Returns `defineOperation` for a module of declarations that have the same tag. One of them can have another one. */
export const operationsTagged =
  (tag: Tag): typeof defineOperation =>
  (declaration) =>
    defineOperation({ tag, ...declaration });

/** The errors that follow from who calls the operation, its input, its limits, and what it needs. */
function impliedErrors(
  { caller, input, challenge, hashesPassword, isStatic }: Declaration,
  limits: readonly RateLimit[],
): Partial<Record<ErrorCode, string>> {
  return {
    ...(input && { VALIDATION_FAILED: invalidFields }),
    ...(caller === 'user' && { UNAUTHENTICATED: noAccount }),
    ...(challenge && { CHALLENGE_REQUIRED: challengeNeeded }),
    ...(caller === 'superAdmin' && ofSuperAdmins),
    ...(limits.length > 0 && { RATE_LIMITED: limitReached(limits) }),
    ...(!isStatic && { SERVICE_UNAVAILABLE: hashesPassword ? fullQueue : noDatabase }),
  };
}

/** The valid access tokens that do not open an operation of users. */
function reasonsToForbid({ caller, openToImpersonation, openToApplications }: Declaration): string[] {
  if (caller !== 'user' && caller !== 'application') return [];
  if (openToApplications === undefined) return [openToImpersonation ? ofApplication : notByUser];
  return [...(openToImpersonation ? [] : [impersonated]), lacksScope(openToApplications)];
}

/**
 * The action with which the audit records that the operation was rejected with this error. `UNAUTHENTICATED` is about the
 * access token, unless the operation says otherwise.
 */
export function rejectionOf({ rejectedAs }: Operation, code: ErrorCode): AuditAction | undefined {
  const actions = rejectedAs && 'name' in rejectedAs ? { other: rejectedAs } : rejectedAs;
  return actions?.[code] ?? (code === 'UNAUTHENTICATED' ? undefined : actions?.other);
}
