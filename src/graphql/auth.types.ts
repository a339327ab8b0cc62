import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Float, InputType, ObjectType } from 'type-graphql';
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
    description: 'Mobile number, at most 32 characters; returned as it is given.',
  })
  tel?: string | null;
}

@InputType({ description: 'The credentials of an account.' })
export class LoginInput {
  @Field(() => String, { description: 'The e-mail address, in any case.' })
  email!: string;

  @Field(() => String, { description: passwordRule })
  password!: string;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to register.' })
export class RegisterPayload extends EnvelopeType {
  @Field(() => UserType, { nullable: true, description: 'The new user. Set when success is true.' })
  result!: UserType | null;
}

@ObjectType({ description: 'What a login gives.' })
export class LoginResult {
  @Field(() => String, { description: 'The access token, to be sent as "Authorization: Bearer <jwt>".' })
  jwt!: string;

  @Field(() => UserType, { description: 'The user, as before this login.' })
  user!: UserType;

  @Field(() => Float, { description: 'When it was generated: Unix time in seconds, with a fraction.' })
  genTs!: number;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to login.' })
export class LoginPayload extends EnvelopeType {
  @Field(() => LoginResult, { nullable: true, description: 'Set when success is true.' })
  result!: LoginResult | null;

  @Field(() => GraphQLDateTime, { description: 'When this answer was generated.' })
  genAt!: Date;
}
