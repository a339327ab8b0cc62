import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { answered, payloadOf, typeOfAnswer } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { confirmTel, sendTelVerification } from './tel.operations';
import type { TelService } from './tel.service';
import { resumeTelCountry, telCountries } from './tel-administration.operations';
import type { TelAdministrationService } from './tel-administration.service';

@Resolver()
export class TelResolver {
  constructor(private readonly tel: TelService) {}

  @Mutation(payloadOf(sendTelVerification), options(sendTelVerification))
  async sendTelVerification(@InputOf(sendTelVerification) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(sendTelVerification, await this.tel.sendTelVerification(input, request));
  }

  @Mutation(payloadOf(confirmTel), options(confirmTel))
  async confirmTel(@InputOf(confirmTel) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(confirmTel, await this.tel.confirmTel(input, request));
  }
}

@Resolver()
export class TelAdministrationResolver {
  constructor(private readonly tel: TelAdministrationService) {}

  @Query(typeOfAnswer(telCountries), options(telCountries))
  telCountries(@Ctx() { request }: GraphqlContext) {
    return this.tel.telCountries(request);
  }

  @Mutation(payloadOf(resumeTelCountry), options(resumeTelCountry))
  async resumeTelCountry(@InputOf(resumeTelCountry, 'The country.') input: object, @Ctx() { request }: GraphqlContext) {
    return answered(resumeTelCountry, await this.tel.resumeTelCountry(input, request));
  }
}
