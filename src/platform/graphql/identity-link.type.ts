import { Field, ID, Int, ObjectType } from 'type-graphql';
import { type IdentityLink, linkTexts } from '../errors/identity-link';

@ObjectType('IdentityLink', { description: 'How a user connects an account at a provider.' })
export class IdentityLinkType {
  @Field(() => String, { description: linkTexts.token })
  token!: string;

  @Field(() => ID, { description: linkTexts.provider })
  provider!: string;

  @Field(() => String, { description: linkTexts.email })
  email!: string;

  @Field(() => Boolean, { description: linkTexts.mailed })
  mailed!: boolean;

  @Field(() => Int, { description: linkTexts.expiresIn })
  expiresIn!: number;
}

export const toIdentityLinkType = ({
  token,
  provider,
  email,
  mailed,
  expiresInS: expiresIn,
}: IdentityLink): IdentityLinkType => ({ token, provider, email, mailed, expiresIn });
