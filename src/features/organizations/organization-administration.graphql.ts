import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { answered, connectionOf, payloadOf, typeOfAnswer } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { FieldOf, FilterOf, InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import {
  adminCreateOrganization,
  adminDeleteOrganization,
  adminOrganization,
  adminOrganizationMembers,
  adminOrganizations,
  adminSetMember,
  adminUpdateOrganization,
} from './organization-administration.operations';
import type { OrganizationAdministrationService } from './organization-administration.service';

const organizationFilter = {
  name: 'OrganizationFilter',
  description: 'What the organizations of a list have in common. Every filter that is set must fit.',
};
const theOrganization = 'The organization.';

@Resolver()
export class OrganizationAdministrationResolver {
  constructor(private readonly service: OrganizationAdministrationService) {}

  @Query(typeOfAnswer(adminOrganizations), options(adminOrganizations))
  async adminOrganizations(
    @FieldOf(adminOrganizations, 'first') first: number | null | undefined,
    @FieldOf(adminOrganizations, 'after') after: string | null | undefined,
    @FilterOf(adminOrganizations, organizationFilter, 'Which organizations the list has. Without a filter, all.')
    filter: object | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ) {
    const page = await this.service.adminOrganizations({ ...filter, first, after }, request);
    return connectionOf(adminOrganizations, page, after);
  }

  @Query(typeOfAnswer(adminOrganization), options(adminOrganization))
  adminOrganization(@FieldOf(adminOrganization, 'id') id: string, @Ctx() { request }: GraphqlContext) {
    return this.service.adminOrganization({ id }, request);
  }

  @Query(typeOfAnswer(adminOrganizationMembers), options(adminOrganizationMembers))
  async adminOrganizationMembers(
    @FieldOf(adminOrganizationMembers, 'id') id: string,
    @FieldOf(adminOrganizationMembers, 'first') first: number | null | undefined,
    @FieldOf(adminOrganizationMembers, 'after') after: string | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ) {
    const page = await this.service.adminOrganizationMembers({ id, first, after }, request);
    return connectionOf(adminOrganizationMembers, page, after);
  }

  @Mutation(payloadOf(adminCreateOrganization), options(adminCreateOrganization))
  async adminCreateOrganization(
    @InputOf(adminCreateOrganization, theOrganization) input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(adminCreateOrganization, await this.service.adminCreateOrganization(input, request));
  }

  @Mutation(payloadOf(adminUpdateOrganization), options(adminUpdateOrganization))
  async adminUpdateOrganization(@InputOf(adminUpdateOrganization) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(adminUpdateOrganization, await this.service.adminUpdateOrganization(input, request));
  }

  @Mutation(payloadOf(adminDeleteOrganization), options(adminDeleteOrganization))
  async adminDeleteOrganization(
    @InputOf(adminDeleteOrganization, theOrganization) input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(adminDeleteOrganization, await this.service.adminDeleteOrganization(input, request));
  }

  @Mutation(payloadOf(adminSetMember), options(adminSetMember))
  async adminSetMember(@InputOf(adminSetMember, 'The member.') input: object, @Ctx() { request }: GraphqlContext) {
    return answered(adminSetMember, await this.service.adminSetMember(input, request));
  }
}
