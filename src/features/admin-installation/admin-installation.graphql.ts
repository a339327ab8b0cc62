import { Ctx, Field, Int, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { FieldOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import type { ListedKey } from '../tokens/key-ring';
import type { ActivityHour } from './activity';
import { activity, figures, findings, signingKeys } from './admin-installation.operations';
import type { AdminInstallationService, InstallationFinding } from './admin-installation.service';
import { activityDescriptions, findingDescriptions, keyStates, signingKeyDescriptions, verdicts } from './descriptions';
import { FiguresType, toFiguresType } from './figures.graphql';

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

@ObjectType('SigningKey', { description: 'A key that signs tokens, without its private half.' })
export class SigningKeyType {
  @Field(() => String, { description: signingKeyDescriptions.kid })
  kid!: string;

  @Field(() => String, { description: signingKeyDescriptions.alg })
  alg!: string;

  @Field(() => SigningKeyState, { description: signingKeyDescriptions.state })
  state!: SigningKeyState;

  @Field(() => DateTime, { description: signingKeyDescriptions.createdTs })
  createdTs!: Date;

  @Field(() => DateTime, { description: signingKeyDescriptions.signsFromTs })
  signsFromTs!: Date;

  @Field(() => DateTime, { nullable: true, description: signingKeyDescriptions.retiredTs })
  retiredTs!: Date | null;
}

export function toSigningKeyType({ kid, alg, state, createdTs, signsFromTs, retiredTs }: ListedKey): SigningKeyType {
  return { kid, alg, state: state as SigningKeyState, createdTs, signsFromTs, retiredTs };
}

@ObjectType('ActivityHour', { description: 'What happened in one hour.' })
export class ActivityHourType {
  @Field(() => DateTime, { description: activityDescriptions.startTs })
  startTs!: Date;

  @Field(() => Int, { description: activityDescriptions.registrations })
  registrations!: number;

  @Field(() => Int, { description: activityDescriptions.logins })
  logins!: number;

  @Field(() => Int, { description: activityDescriptions.failedLogins })
  failedLogins!: number;

  @Field(() => Int, { description: activityDescriptions.limited })
  limited!: number;

  @Field(() => Boolean, { description: activityDescriptions.hasMore })
  hasMore!: boolean;
}

export function toActivityHourType(hour: ActivityHour): ActivityHourType {
  const { startTs, registrations, logins, failedLogins, limited, hasMore } = hour;
  return { startTs, registrations, logins, failedLogins, limited, hasMore };
}

@Resolver()
export class AdminInstallationResolver {
  constructor(private readonly installation: AdminInstallationService) {}

  @Query(() => [FindingType], options(findings))
  async findings(@Ctx() { request }: GraphqlContext): Promise<FindingType[]> {
    return (await this.installation.findings(request)).map(toFindingType);
  }

  @Query(() => [SigningKeyType], options(signingKeys))
  async signingKeys(@Ctx() { request }: GraphqlContext): Promise<SigningKeyType[]> {
    return (await this.installation.signingKeys(request)).map(toSigningKeyType);
  }

  @Query(() => FiguresType, options(figures))
  async figures(
    @FieldOf(figures, 'range') range: string | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ): Promise<FiguresType> {
    return toFiguresType(await this.installation.figures({ range }, request));
  }

  @Query(() => [ActivityHourType], options(activity))
  async activity(@Ctx() { request }: GraphqlContext): Promise<ActivityHourType[]> {
    return (await this.installation.activity(request)).map(toActivityHourType);
  }
}
