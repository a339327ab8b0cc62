import { GraphQLJSONObject } from 'graphql-scalars';
import { Ctx, Query, Resolver } from 'type-graphql';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { options } from '../../platform/graphql/operation-options';
import { exportMyData } from './own-data.operations';
import type { OwnData, OwnDataService } from './own-data.service';

@Resolver()
export class OwnDataResolver {
  constructor(private readonly ownData: OwnDataService) {}

  @Query(() => GraphQLJSONObject, options(exportMyData))
  exportMyData(@Ctx() { request }: GraphqlContext): Promise<OwnData> {
    return this.ownData.read(request);
  }
}
