import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import type { AdminAuditService } from '../administration/admin-audit.service';
import { auditTexts, explainTexts } from '../administration/admin-audit-descriptions';
import { auditEvents, explain } from '../administration/administration.operations';
import {
  AuditConnectionType,
  AuditFilter,
  ExplanationType,
  toAuditConnectionType,
  toExplanationType,
} from './admin-audit.types';
import type { GraphqlContext } from './graphql-context';
import { inputText } from './input-text';
import { nextPage, options } from './operation-options';

@Resolver()
export class AdminAuditResolver {
  constructor(private readonly audit: AdminAuditService) {}

  @Query(() => AuditConnectionType, options(auditEvents, { more: nextPage }))
  async auditEvents(
    @Arg('first', () => Int, { nullable: true, description: inputText(auditTexts.first) })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: inputText(auditTexts.after) })
    after: string | null | undefined,
    @Arg('filter', () => AuditFilter, {
      nullable: true,
      description: 'Which events the list has. Without a filter, all.',
    })
    filter: AuditFilter | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ): Promise<AuditConnectionType> {
    const { since, until, ...others } = filter ?? {};
    const times = { since: since?.toISOString(), until: until?.toISOString() };
    const page = await this.audit.auditEvents({ ...others, ...times, first, after }, request);
    return toAuditConnectionType(page, { isFirst: !after });
  }

  @Query(() => ExplanationType, options(explain))
  async explain(
    @Arg('requestId', () => String, { description: inputText(explainTexts.requestId) }) requestId: string,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ExplanationType> {
    return toExplanationType(await this.audit.explain({ requestId }, request));
  }
}
