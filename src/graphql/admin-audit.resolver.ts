import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import type { AdminAuditService } from '../administration/admin-audit.service';
import { adminAuditOperations, auditTexts, explainTexts } from '../administration/admin-audit-descriptions';
import {
  AuditConnectionType,
  AuditFilter,
  ExplanationType,
  toAuditConnectionType,
  toExplanationType,
} from './admin-audit.types';
import type { GraphqlContext } from './graphql-context';
import { errorList, inputText, paragraphs } from './input-text';

@Resolver()
export class AdminAuditResolver {
  constructor(private readonly audit: AdminAuditService) {}

  @Query(() => AuditConnectionType, {
    nullable: true,
    description: paragraphs(
      adminAuditOperations.auditEvents,
      'For the next page, the client sends `pageInfo.endCursor` as `after`, as long as `pageInfo.hasNextPage` is true.',
      'If an error occurs, the field is null and `errors` has the error:',
      errorList('auditEvents'),
      'REST: `GET /admin/audit`.',
    ),
  })
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

  @Query(() => ExplanationType, {
    nullable: true,
    description: paragraphs(
      adminAuditOperations.explain,
      'If an error occurs, the field is null and `errors` has the error:',
      errorList('explain'),
      'REST: `GET /admin/requests/{id}`.',
    ),
  })
  async explain(
    @Arg('requestId', () => String, { description: inputText(explainTexts.requestId) }) requestId: string,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ExplanationType> {
    return toExplanationType(await this.audit.explain({ requestId }, request));
  }
}
