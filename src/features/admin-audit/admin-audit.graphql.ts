import { Ctx, Query, Resolver } from 'type-graphql';
import { connectionOf, typeOfAnswer } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { FieldOf, FilterOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { auditEvents, explain } from './admin-audit.operations';
import type { AdminAuditService } from './admin-audit.service';

const auditFilter = {
  name: 'AuditFilter',
  description: 'What the events of a list have in common. Every filter that is set must fit.',
};

@Resolver()
export class AdminAuditResolver {
  constructor(private readonly audit: AdminAuditService) {}

  @Query(typeOfAnswer(auditEvents), options(auditEvents))
  async auditEvents(
    @FieldOf(auditEvents, 'first') first: number | null | undefined,
    @FieldOf(auditEvents, 'after') after: string | null | undefined,
    @FilterOf(auditEvents, auditFilter, 'Which events the list has. Without a filter, all.')
    filter: { since?: Date | null; until?: Date | null } | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ) {
    const { since, until, ...others } = filter ?? {};
    const times = { since: since?.toISOString(), until: until?.toISOString() };
    const page = await this.audit.auditEvents({ ...others, ...times, first, after }, request);
    return connectionOf(auditEvents, page, after);
  }

  @Query(typeOfAnswer(explain), options(explain))
  explain(@FieldOf(explain, 'requestId') requestId: string, @Ctx() { request }: GraphqlContext) {
    return this.audit.explain({ requestId }, request);
  }
}
