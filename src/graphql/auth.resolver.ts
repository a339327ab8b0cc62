import { Arg, Extensions, Mutation, Resolver, UseMiddleware } from 'type-graphql';
import type { AuthService } from '../auth/auth.service';
import { LoginInput, LoginPayload, RegisterInput, RegisterPayload } from './auth.types';
import { credential } from './document-limits';
import { refusalsAsData } from './refusals-as-data';
import { toUserType } from './user.type';

@Resolver()
export class AuthResolver {
  constructor(private readonly auth: AuthService) {}

  @Mutation(() => RegisterPayload, { description: 'Creates an account. REST: POST /auth/register.' })
  @UseMiddleware(refusalsAsData)
  @Extensions(credential)
  async register(
    @Arg('input', () => RegisterInput, { description: 'The new account.' }) input: RegisterInput,
  ): Promise<RegisterPayload> {
    const user = await this.auth.register(input);
    return { success: true, msg: 'The user was registered.', error: null, result: toUserType(user) };
  }

  @Mutation(() => LoginPayload, { description: 'Logs in and generates a JWT. REST: POST /auth/login.' })
  @UseMiddleware(refusalsAsData)
  @Extensions(credential)
  async login(
    @Arg('input', () => LoginInput, { description: 'The credentials.' }) input: LoginInput,
  ): Promise<LoginPayload> {
    const { jwt, user, issuedAt } = await this.auth.login(input);
    return {
      success: true,
      msg: 'The user logged in.',
      error: null,
      result: { jwt, user: toUserType(user), genTs: issuedAt.getTime() / 1000 },
      genAt: issuedAt,
    };
  }
}
