import { Field, ObjectType, registerEnumType } from 'type-graphql';
import {
  findingDescriptions,
  keyStates,
  signingKeyDescriptions,
  verdicts,
} from '../administration/admin-audit-descriptions';
import type { InstallationFinding } from '../administration/admin-installation.service';
import type { ListedKey } from '../tokens/key-ring';
import { DateTime } from './date-time';

export enum Verdict {
  OK = 'ok',
  WARNING = 'warning',
  FAILURE = 'failure',
  SKIPPED = 'skipped',
}
registerEnumType(Verdict, {
  name: 'Verdict',
  description: 'The result of a check of the installation.',
  valuesConfig: {
    OK: { description: verdicts.ok },
    WARNING: { description: verdicts.warning },
    FAILURE: { description: verdicts.failure },
    SKIPPED: { description: verdicts.skipped },
  },
});

export enum SigningKeyState {
  PENDING = 'pending',
  SIGNING = 'signing',
  VERIFYING = 'verifying',
  EXPIRED = 'expired',
  REVOKED = 'revoked',
}
registerEnumType(SigningKeyState, {
  name: 'SigningKeyState',
  description: 'What a signing key is used for.',
  valuesConfig: {
    PENDING: { description: keyStates.pending },
    SIGNING: { description: keyStates.signing },
    VERIFYING: { description: keyStates.verifying },
    EXPIRED: { description: keyStates.expired },
    REVOKED: { description: keyStates.revoked },
  },
});

@ObjectType('Finding', { description: 'The result of one check of the installation.' })
export class FindingType {
  @Field(() => String, { description: findingDescriptions.check })
  check!: string;

  @Field(() => Verdict, { description: findingDescriptions.verdict })
  verdict!: Verdict;

  @Field(() => String, { description: findingDescriptions.says })
  says!: string;
}

export function toFindingType({ check, verdict, says }: InstallationFinding): FindingType {
  return { check, verdict: verdict as Verdict, says };
}

@ObjectType('SigningKey', { description: 'A key that signs access tokens, without its private half.' })
export class SigningKeyType {
  @Field(() => String, { description: signingKeyDescriptions.kid })
  kid!: string;

  @Field(() => SigningKeyState, { description: signingKeyDescriptions.state })
  state!: SigningKeyState;

  @Field(() => DateTime, { description: signingKeyDescriptions.createdTs })
  createdTs!: Date;

  @Field(() => DateTime, { description: signingKeyDescriptions.signsFromTs })
  signsFromTs!: Date;

  @Field(() => DateTime, { nullable: true, description: signingKeyDescriptions.retiredTs })
  retiredTs!: Date | null;
}

export function toSigningKeyType({ kid, state, createdTs, signsFromTs, retiredTs }: ListedKey): SigningKeyType {
  return { kid, state: state as SigningKeyState, createdTs, signsFromTs, retiredTs };
}
