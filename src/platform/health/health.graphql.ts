import { Query, Resolver } from 'type-graphql';
import { options } from '../graphql/operation-options';
import { ready } from './health.operations';
import type { Readiness } from './readiness';

@Resolver()
export class HealthResolver {
  constructor(private readonly readiness: Readiness) {}

  @Query(() => Boolean, options(ready, { nullable: false }))
  async ready(): Promise<boolean> {
    await this.readiness.check();
    return true;
  }
}
