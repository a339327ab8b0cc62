import { Ctx, Query, Resolver } from 'type-graphql';
import type { AdminInstallationService } from '../features/administration/admin-installation.service';
import { activity, findings, signingKeys } from '../features/administration/administration.operations';
import {
  ActivityHourType,
  FindingType,
  SigningKeyType,
  toActivityHourType,
  toFindingType,
  toSigningKeyType,
} from './admin-installation.types';
import type { GraphqlContext } from './graphql-context';
import { options } from './operation-options';

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

  @Query(() => [ActivityHourType], options(activity))
  async activity(@Ctx() { request }: GraphqlContext): Promise<ActivityHourType[]> {
    return (await this.installation.activity(request)).map(toActivityHourType);
  }
}
