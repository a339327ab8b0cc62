import { type GraphQLInputType, isInputObjectType } from 'graphql';
import type { FieldProblem } from '../errors/app-error';

/** Returns the problems of a value of the type, with the names of its fields, as the service finds them. */
type TypeProblems = (value: unknown) => FieldProblem[];

const key = 'typeProblems';

/** For the type of an input that an installation declares: its service knows fields that the type does not have. */
export const withTypeProblems = (problems: TypeProblems) => ({ [key]: problems });

export const typeProblemsOf = (type: GraphQLInputType): TypeProblems | undefined =>
  isInputObjectType(type) ? (type.extensions[key] as TypeProblems | undefined) : undefined;
