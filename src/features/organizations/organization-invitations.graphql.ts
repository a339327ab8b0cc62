import { Ctx, Mutation, Resolver } from 'type-graphql';
import { answered, payloadOf } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import {
  acceptInvitation,
  inviteMember,
  registerByInvitation,
  withdrawInvitation,
} from './organization-invitations.operations';
import type { OrganizationInvitationsService } from './organization-invitations.service';

@Resolver()
export class OrganizationInvitationsResolver {
  constructor(private readonly service: OrganizationInvitationsService) {}

  @Mutation(payloadOf(inviteMember), options(inviteMember))
  async inviteMember(@InputOf(inviteMember) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(inviteMember, await this.service.inviteMember(input, request));
  }

  @Mutation(payloadOf(withdrawInvitation), options(withdrawInvitation))
  async withdrawInvitation(
    @InputOf(withdrawInvitation, 'The invitation.') input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(withdrawInvitation, await this.service.withdrawInvitation(input, request));
  }

  @Mutation(payloadOf(acceptInvitation), options(acceptInvitation))
  async acceptInvitation(@InputOf(acceptInvitation) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(acceptInvitation, await this.service.acceptInvitation(input, request));
  }

  @Mutation(payloadOf(registerByInvitation), options(registerByInvitation))
  async registerByInvitation(@InputOf(registerByInvitation) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(registerByInvitation, await this.service.registerByInvitation(input, request));
  }
}
