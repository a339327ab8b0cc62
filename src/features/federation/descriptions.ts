import { mostRepresentations } from './federation.inputs';

/** The description of the argument of `_entities`. Its example is a GraphQL literal. */
export const representationsDescription = `References to users and organizations, at most ${mostRepresentations} in one request. Example: [{__typename: "User", id: "01a1fafd-5d48-74fb-874f-7e0ccacee987"}].`;
