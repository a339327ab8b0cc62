import { failureCauseOf } from '../../accounts/admin-access/event-cause';
import {
  about,
  boolean,
  component,
  nullable,
  object,
  oneOf,
  string,
  timestamp,
  toTimestamp,
} from '../../platform/rest/json-schema';
import { textOf } from '../../platform/runtime/sentence';
import {
  failureDescriptions,
  reachedLimitDescriptions,
  type SignInState,
  secondSteps,
  signInBlockers,
  signInDescriptions,
} from './sign-in-state';

export function toSignInStateRecord({ possible, methods, blockers, secondFactor, lastFailure, limits }: SignInState) {
  return {
    possible,
    methods,
    blockers,
    second_factor: secondFactor,
    last_failure: lastFailure && {
      ts: toTimestamp(lastFailure.lastTs),
      cause: textOf(failureCauseOf(lastFailure)),
      count: lastFailure.count,
    },
    limits: limits.map(({ limit, network, untilTs }) => ({ limit, network, until_ts: toTimestamp(untilTs) })),
  };
}

const failureSchema = nullable({
  ...object({
    ts: timestamp(failureDescriptions.ts),
    cause: about(string, failureDescriptions.cause),
    count: about({ type: 'integer', minimum: 1 }, failureDescriptions.count),
  }),
  type: 'object',
  description: signInDescriptions.lastFailure,
});

const reachedLimitSchema = component('ReachedLimit', 'A limit that stops the user now.', () =>
  object({
    limit: about(string, reachedLimitDescriptions.limit),
    network: nullable(about(string, reachedLimitDescriptions.network)),
    until_ts: timestamp(reachedLimitDescriptions.untilTs),
  }),
);

export const signInStateSchema = component(
  'SignInCheck',
  'Whether a user can sign in now, and what has stopped the user.',
  () =>
    object({
      possible: about(boolean, signInDescriptions.possible),
      methods: { type: 'array', description: signInDescriptions.methods, items: about(string, 'A way to sign in.') },
      blockers: {
        type: 'array',
        description: signInDescriptions.blockers,
        items: oneOf(signInBlockers, 'Why a user cannot sign in.'),
      },
      second_factor: oneOf(secondSteps, signInDescriptions.secondFactor),
      last_failure: failureSchema,
      limits: { type: 'array', description: signInDescriptions.limits, items: reachedLimitSchema },
    }),
);

export const exampleSignInState: SignInState = {
  possible: true,
  methods: ['password', 'google'],
  blockers: [],
  secondFactor: 'none',
  lastFailure: null,
  limits: [],
};
