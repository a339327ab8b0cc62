import { Query, Resolver } from 'type-graphql';
import type { Readiness } from '../health/readiness';

@Resolver()
export class HealthResolver {
  constructor(private readonly readiness: Readiness) {}

  @Query(() => Boolean, {
    description: 'True if the service is ready, else the error SERVICE_UNAVAILABLE. REST: GET /readyz.',
  })
  async ready(): Promise<boolean> {
    await this.readiness.check();
    return true;
  }
}
