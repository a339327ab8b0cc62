import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { OrganizationType } from '../../accounts/memberships/organization.graphql';
import { answered, connectionOf, payloadOf, typeOfAnswer } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { FieldOf, InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import {
  createOrganization,
  createOrganizationToken,
  deleteOrganization,
  organization,
  organizationMembers,
  organizations,
  setMember,
  updateOrganization,
} from './organizations.operations';
import type { OrganizationsService } from './organizations.service';

const theOrganization = 'The organization.';

@Resolver()
export class OrganizationsResolver {
  constructor(private readonly service: OrganizationsService) {}

  @Query(typeOfAnswer(organizations), options(organizations))
  organizations(@Ctx() { request }: GraphqlContext) {
    return this.service.organizations(request);
  }

  @Query(() => OrganizationType, options(organization))
  organization(@FieldOf(organization, 'id') id: string, @Ctx() { request }: GraphqlContext) {
    return this.service.organization({ id }, request);
  }

  @Query(typeOfAnswer(organizationMembers), options(organizationMembers))
  async organizationMembers(
    @FieldOf(organizationMembers, 'id') id: string,
    @FieldOf(organizationMembers, 'first') first: number | null | undefined,
    @FieldOf(organizationMembers, 'after') after: string | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ) {
    const page = await this.service.organizationMembers({ id, first, after }, request);
    return connectionOf(organizationMembers, page, after);
  }

  @Mutation(payloadOf(createOrganization), options(createOrganization))
  async createOrganization(
    @InputOf(createOrganization, theOrganization) input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(createOrganization, await this.service.createOrganization(input, request));
  }

  @Mutation(payloadOf(updateOrganization), options(updateOrganization))
  async updateOrganization(
    @InputOf(updateOrganization, theOrganization) input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(updateOrganization, await this.service.updateOrganization(input, request));
  }

  @Mutation(payloadOf(deleteOrganization), options(deleteOrganization))
  async deleteOrganization(
    @InputOf(deleteOrganization, theOrganization) input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(deleteOrganization, await this.service.deleteOrganization(input, request));
  }

  @Mutation(payloadOf(setMember), options(setMember))
  async setMember(@InputOf(setMember, 'The member.') input: object, @Ctx() { request }: GraphqlContext) {
    return answered(setMember, await this.service.setMember(input, request));
  }

  @Mutation(payloadOf(createOrganizationToken), options(createOrganizationToken))
  async createOrganizationToken(
    @InputOf(createOrganizationToken, theOrganization) input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(createOrganizationToken, await this.service.createOrganizationToken(input, request));
  }
}
