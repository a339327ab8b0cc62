import { Ctx, Query, Resolver } from 'type-graphql';
import type { AdminAuditService } from '../features/administration/admin-audit.service';
import { auditEvents, explain } from '../features/administration/administration.operations';
import { AuditConnectionType, ExplanationType, toAuditConnectionType, toExplanationType } from './admin-audit.types';
import type { GraphqlContext } from './graphql-context';
import { FieldOf, FilterOf } from './input-type';
import { nextPage, options } from './operation-options';

const auditFilter = {
  name: 'AuditFilter',
  description: 'What the events of a list have in common. Every filter that is set must fit.',
};

@Resolver()
export class AdminAuditResolver {
  constructor(private readonly audit: AdminAuditService) {}

  @Query(() => AuditConnectionType, options(auditEvents, { more: nextPage }))
  async auditEvents(
    @FieldOf(auditEvents, 'first')
    first: number | null | undefined,
    @FieldOf(auditEvents, 'after')
    after: string | null | undefined,
    @FilterOf(auditEvents, auditFilter, 'Which events the list has. Without a filter, all.')
    filter: { since?: Date | null; until?: Date | null } | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ): Promise<AuditConnectionType> {
    const { since, until, ...others } = filter ?? {};
    const times = { since: since?.toISOString(), until: until?.toISOString() };
    const page = await this.audit.auditEvents({ ...others, ...times, first, after }, request);
    return toAuditConnectionType(page, { isFirst: !after });
  }

  @Query(() => ExplanationType, options(explain))
  async explain(
    @FieldOf(explain, 'requestId') requestId: string,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ExplanationType> {
    return toExplanationType(await this.audit.explain({ requestId }, request));
  }
}
