import { Ctx, Query, Resolver } from 'type-graphql';
import { adminAuditOperations } from '../administration/admin-audit-descriptions';
import type { AdminInstallationService } from '../administration/admin-installation.service';
import {
  ActivityHourType,
  FindingType,
  SigningKeyType,
  toActivityHourType,
  toFindingType,
  toSigningKeyType,
} from './admin-installation.types';
import type { GraphqlContext } from './graphql-context';
import { errorList, paragraphs } from './input-text';

@Resolver()
export class AdminInstallationResolver {
  constructor(private readonly installation: AdminInstallationService) {}

  @Query(() => [FindingType], {
    nullable: true,
    description: paragraphs(
      adminAuditOperations.findings,
      'If an error occurs, the field is null and `errors` has the error:',
      errorList('findings'),
      'REST: `GET /admin/findings`.',
    ),
  })
  async findings(@Ctx() { request }: GraphqlContext): Promise<FindingType[]> {
    return (await this.installation.findings(request)).map(toFindingType);
  }

  @Query(() => [SigningKeyType], {
    nullable: true,
    description: paragraphs(
      adminAuditOperations.signingKeys,
      'If an error occurs, the field is null and `errors` has the error:',
      errorList('signingKeys'),
      'REST: `GET /admin/keys`.',
    ),
  })
  async signingKeys(@Ctx() { request }: GraphqlContext): Promise<SigningKeyType[]> {
    return (await this.installation.signingKeys(request)).map(toSigningKeyType);
  }

  @Query(() => [ActivityHourType], {
    nullable: true,
    description: paragraphs(
      adminAuditOperations.activity,
      'If an error occurs, the field is null and `errors` has the error:',
      errorList('activity'),
      'REST: `GET /admin/activity`.',
    ),
  })
  async activity(@Ctx() { request }: GraphqlContext): Promise<ActivityHourType[]> {
    return (await this.installation.activity(request)).map(toActivityHourType);
  }
}
