import type { AppError, FieldProblem } from '../errors/app-error';
import { type BotChallenge, botChallengeFields, botChallengeKinds, botChallengeText } from '../errors/bot-challenge';
import { attemptsLeftText, type ErrorCode, errorTable } from '../errors/error-table';
import { type IdentityLink, linkTexts } from '../errors/identity-link';
import { challengeTexts, factorNames, type LoginChallenge } from '../errors/login-challenge';
import { sessionEndDescriptions, sessionEndText, toPublicEnd } from '../errors/session-end';
import { fieldProblemTexts } from '../operations/field-problem';
import { limitDescriptions } from '../rate-limits/limit-table';
import { about, component, type JsonSchema, object, oneOf, string } from './json-schema';
import { toSnakeCase } from './snake-case';

/** The envelope of every response of the REST API. `result` is only present if `success` is true. */
export type Envelope = SuccessEnvelope | FailureEnvelope;

export interface SuccessEnvelope {
  success: true;
  msg: string;
  result: object;
}

export interface FailureEnvelope {
  success: false;
  msg: string;
  code: ErrorCode;
  errors?: FieldProblem[];
  limit?: string;
  /** Only with `INVALID_TOKEN`. */
  attempts_left?: number | null;
  /** Only with `UNAUTHENTICATED`. */
  session_end?: string;
  /** Only with `MFA_REQUIRED`. */
  mfa?: ReturnType<typeof toChallengeRecord>;
  /** Only with `CHALLENGE_REQUIRED`. */
  challenge?: ReturnType<typeof toBotChallengeRecord>;
  /** Only with `LINK_REQUIRED` and `EMAIL_NOT_VERIFIED`. */
  link?: ReturnType<typeof toLinkRecord>;
}

export function successEnvelope(msg: string, result: object): SuccessEnvelope {
  return { success: true, msg, result };
}

export function failureEnvelope(error: AppError): FailureEnvelope {
  const { code, message: msg, limit, challenge, botChallenge, link, attemptsLeft, sessionEnd } = error;
  if (limit) return { success: false, msg, code, limit };
  if (challenge) return { success: false, msg, code, mfa: toChallengeRecord(challenge) };
  if (botChallenge) return { success: false, msg, code, challenge: toBotChallengeRecord(botChallenge) };
  if (link) return { success: false, msg, code, link: toLinkRecord(link) };
  if (sessionEnd) return { success: false, msg, code, session_end: toPublicEnd(sessionEnd) };
  if (code === 'INVALID_TOKEN') return { success: false, msg, code, attempts_left: attemptsLeft };
  if (code !== 'VALIDATION_FAILED') return { success: false, msg, code };
  const errors = error.fields.map((problem) => ({ field: toSnakeCase(problem.field), msg: problem.msg }));
  return { success: false, msg, code, errors };
}

const toChallengeRecord = (challenge: LoginChallenge) => ({
  token: challenge.token,
  factors: challenge.factors,
  passkey_options: challenge.passkeyOptions,
  expires_in: challenge.expiresInS,
});

const toBotChallengeRecord = (challenge: BotChallenge) =>
  Object.fromEntries(Object.entries(challenge).map(([name, value]) => [toSnakeCase(name), value]));

const toLinkRecord = ({ token, provider, email, mailed, expiresInS }: IdentityLink) => ({
  token,
  provider,
  email,
  mailed,
  expires_in: expiresInS,
});

/** Returns the schema of a success with this result. `others` are properties next to `result`. */
export function successSchema(
  name: string,
  description: string,
  result: JsonSchema,
  others: Record<string, JsonSchema> = {},
): JsonSchema {
  const success = { type: 'boolean', const: true, description: 'True: the operation succeeded.' };
  return component(name, description, () => object({ success, msg, result, ...others }));
}

const msg = about(
  string,
  'The outcome in one sentence, for people. The text can change, so a client decides by the HTTP status and `code`.',
);

export const emptySuccessSchema = successSchema(
  'EmptyEnvelope',
  'A success without further data.',
  about(object({}), 'An empty object.'),
);

const fieldProblem = object({
  field: about(string, fieldProblemTexts.field),
  msg: about(string, fieldProblemTexts.msg),
});

const challengeFields = Object.fromEntries(
  Object.entries(botChallengeFields).map(([name, { type, text }]) => [toSnakeCase(name), about({ type }, text)]),
);

export const failureSchema = component('FailureEnvelope', 'An error. There is no `result`.', () =>
  object(
    {
      success: { type: 'boolean', const: false, description: 'False: the operation failed.' },
      msg,
      code: oneOf(
        Object.fromEntries(Object.entries(errorTable).map(([code, { when }]) => [code, when])),
        'The reason as a code. A client decides by this code what to do next.',
      ),
      errors: {
        type: 'array',
        description:
          'The input fields that are not valid, with one entry for each field. Only with `VALIDATION_FAILED`.',
        items: about(fieldProblem, 'An input field that is not valid, and the reason.'),
      },
      limit: oneOf(limitDescriptions(), 'The rate limit that the request reached. Only with `RATE_LIMITED`.'),
      attempts_left: about({ type: ['integer', 'null'] }, attemptsLeftText),
      session_end: oneOf(sessionEndDescriptions(), sessionEndText),
      mfa: about(
        object({
          token: about(string, challengeTexts.token),
          factors: {
            type: 'array',
            description: challengeTexts.factors,
            items: oneOf(factorNames, 'A second factor.'),
          },
          passkey_options: { type: ['object', 'null'], description: challengeTexts.passkeyOptions },
          expires_in: about({ type: 'integer' }, challengeTexts.expiresIn),
        }),
        challengeTexts.challenge,
      ),
      challenge: about(
        object<Record<string, JsonSchema>>(
          { kind: oneOf(botChallengeKinds, 'The kind.'), ...challengeFields },
          Object.keys(challengeFields),
        ),
        botChallengeText,
      ),
      link: about(
        object({
          token: about(string, linkTexts.token),
          provider: about(string, linkTexts.provider),
          email: about(string, linkTexts.email),
          mailed: about({ type: 'boolean' }, linkTexts.mailed),
          expires_in: about({ type: 'integer' }, linkTexts.expiresIn),
        }),
        linkTexts.link,
      ),
    },
    ['errors', 'limit', 'attempts_left', 'session_end', 'mfa', 'challenge', 'link'],
  ),
);
