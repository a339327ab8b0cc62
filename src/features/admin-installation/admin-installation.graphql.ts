import { Ctx, Query, Resolver } from 'type-graphql';
import { typeOfAnswer } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { FieldOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { activity, figures, findings, signingKeys } from './admin-installation.operations';
import type { AdminInstallationService } from './admin-installation.service';

@Resolver()
export class AdminInstallationResolver {
  constructor(private readonly installation: AdminInstallationService) {}

  @Query(typeOfAnswer(findings), options(findings))
  findings(@Ctx() { request }: GraphqlContext) {
    return this.installation.findings(request);
  }

  @Query(typeOfAnswer(signingKeys), options(signingKeys))
  signingKeys(@Ctx() { request }: GraphqlContext) {
    return this.installation.signingKeys(request);
  }

  @Query(typeOfAnswer(figures), options(figures))
  figures(@FieldOf(figures, 'range') range: string | null | undefined, @Ctx() { request }: GraphqlContext) {
    return this.installation.figures({ range }, request);
  }

  @Query(typeOfAnswer(activity), options(activity))
  activity(@Ctx() { request }: GraphqlContext) {
    return this.installation.activity(request);
  }
}
