import { Query, Resolver } from 'type-graphql';
import { ready } from '../platform/health/health.operations';
import type { Readiness } from '../platform/health/readiness';
import { options } from './operation-options';

@Resolver()
export class HealthResolver {
  constructor(private readonly readiness: Readiness) {}

  @Query(() => Boolean, options(ready, { nullable: false }))
  async ready(): Promise<boolean> {
    await this.readiness.check();
    return true;
  }
}
