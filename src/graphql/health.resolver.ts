import { Query, Resolver } from 'type-graphql';
import type { Readiness } from '../health/readiness';
import { errorList, paragraphs } from './input-text';

@Resolver()
export class HealthResolver {
  constructor(private readonly readiness: Readiness) {}

  @Query(() => Boolean, {
    description: paragraphs(
      'Returns true if Gatehouse can answer requests. Anyone can call this operation, without an access token.',
      'If an error occurs, `data` is null and `errors` has the error:',
      errorList('ready'),
      'REST: `GET /readyz`.',
    ),
  })
  async ready(): Promise<boolean> {
    await this.readiness.check();
    return true;
  }
}
