import type { MiddlewareFn } from 'type-graphql';
import { AppError } from '../errors';
import type { Context } from './context';
import { type ProblemType, toProblem } from './envelope.type';

/** Fields that some payload does not have are not asked for, so one shape serves them all. */
interface RefusedPayload {
  success: false;
  msg: string;
  error: ProblemType;
  result: null;
  genAt: Date;
}

/** Around a mutation: what its service refuses becomes its payload. A bug stays an error. */
export const refusalsAsData: MiddlewareFn<Context> = async ({ context }, next): Promise<unknown> => {
  try {
    return await next();
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error;
    context.facts.error = error;
    const payload: RefusedPayload = {
      success: false,
      msg: error.message,
      error: toProblem(error),
      result: null,
      genAt: new Date(),
    };
    return payload;
  }
};
