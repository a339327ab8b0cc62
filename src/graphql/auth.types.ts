import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Float, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { EnvelopeType } from './envelope.type';
import { UserType } from './user.type';

const passwordRule = 'More than 8 and at most 256 characters, counted as Unicode code points after NFC.';

@InputType({ description: 'A new account.' })
export class RegisterInput {
  @Field(() => String, { description: 'One address, at most 254 characters. Unique without regard to case.' })
  email!: string;

  @Field(() => String, { description: '1 to 100 characters, not blank.' })
  firstName!: string;

  @Field(() => String, { description: '1 to 100 characters, not blank.' })
  lastName!: string;

  @Field(() => String, { description: passwordRule })
  password!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Mobile number, at most 32 characters; returned exactly as given.',
  })
  tel?: string | null;
}

export enum RefreshTokenIn {
  BODY = 'body',
  COOKIE = 'cookie',
}
registerEnumType(RefreshTokenIn, {
  name: 'RefreshTokenIn',
  description: 'Where a refresh token is put.',
  valuesConfig: {
    BODY: { description: 'In the response body.' },
    COOKIE: { description: 'In an HttpOnly cookie, which no script can read.' },
  },
});

@InputType({ description: 'The credentials of an account.' })
export class LoginInput {
  @Field(() => String, { description: 'The e-mail address, in any case.' })
  email!: string;

  @Field(() => String, { description: passwordRule })
  password!: string;

  @Field(() => RefreshTokenIn, { defaultValue: RefreshTokenIn.BODY, description: 'Where the refresh token goes.' })
  refreshTokenIn!: RefreshTokenIn;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to register.' })
export class RegisterPayload extends EnvelopeType {
  @Field(() => UserType, { nullable: true, description: 'The new user. Set when success is true.' })
  result!: UserType | null;
}

@InputType({ description: 'The refresh token to exchange.' })
export class RefreshInput {
  @Field(() => String, {
    nullable: true,
    description: 'The refresh token of the last login or refresh. Without it, the refresh cookie is used.',
  })
  refreshToken?: string | null;

  @Field(() => RefreshTokenIn, {
    nullable: true,
    description:
      'Where the next refresh token is put; by default where this one was. A token that was sent in a cookie is always returned in the cookie.',
  })
  refreshTokenIn?: RefreshTokenIn;
}

@ObjectType({ description: 'The result of a refresh.' })
export class RefreshResult {
  @Field(() => String, { description: 'The access token, to be sent as "Authorization: Bearer <jwt>".' })
  jwt!: string;

  @Field(() => Float, { description: 'When it was generated: Unix time in seconds, with a fraction.' })
  genTs!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Can be exchanged once for new tokens, with refresh. Null if the client asked for it in a cookie.',
  })
  refreshToken!: string | null;

  @Field(() => Int, { description: 'The lifetime of the access token, in seconds.' })
  expiresIn!: number;
}

@ObjectType({ description: 'The result of a login.' })
export class LoginResult extends RefreshResult {
  @Field(() => UserType, { description: 'The user, as before this login.' })
  user!: UserType;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to refresh.' })
export class RefreshPayload extends EnvelopeType {
  @Field(() => RefreshResult, { nullable: true, description: 'Set when success is true.' })
  result!: RefreshResult | null;

  @Field(() => GraphQLDateTime, { description: 'When this answer was generated.' })
  genAt!: Date;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to login.' })
export class LoginPayload extends EnvelopeType {
  @Field(() => LoginResult, { nullable: true, description: 'Set when success is true.' })
  result!: LoginResult | null;

  @Field(() => GraphQLDateTime, { description: 'When this answer was generated.' })
  genAt!: Date;
}
