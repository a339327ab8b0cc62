import { Ctx, Query, Resolver } from 'type-graphql';
import { typeOfAnswer } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { options } from '../../platform/graphql/operation-options';
import { protectedResources } from './protected-resources.operations';
import type { ProtectedResourcesService } from './protected-resources.service';

@Resolver()
export class ProtectedResourcesResolver {
  constructor(private readonly resources: ProtectedResourcesService) {}

  @Query(typeOfAnswer(protectedResources), options(protectedResources, { nullable: false }))
  protectedResources(@Ctx() { request }: GraphqlContext) {
    return this.resources.protectedResources(request);
  }
}
