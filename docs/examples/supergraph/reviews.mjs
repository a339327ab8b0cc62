import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';

const types = `
  type Query {
    reviews: [Review!]!
  }

  type Review {
    text: String!
    author: User
  }

  type User @key(fields: "id") {
    id: ID!
    reviews: [Review!]!
  }
`;

/** Each id on the command line is the author of one review. */
const reviews = process.argv.slice(2).map((authorId, i) => ({ text: `Review ${i + 1}`, authorId }));
const resolvers = {
  Query: { reviews: () => reviews },
  Review: { author: ({ authorId }) => ({ id: authorId }) },
  User: { reviews: ({ id }) => reviews.filter(({ authorId }) => authorId === id) },
};

// What Federation 2 requires of each subgraph. Libraries such as @apollo/subgraph add these lines.
const federationTypes = `
  directive @key(fields: String!) repeatable on OBJECT
  scalar _Any
  union _Entity = User
  type _Service { sdl: String! }
  extend type Query { _service: _Service!  _entities(representations: [_Any!]!): [_Entity]! }
`;
const sdl = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.5", import: ["@key"])\n${types}`;
const federationResolvers = {
  Query: { _service: () => ({ sdl }), _entities: (_, { representations }) => representations },
  _Entity: { __resolveType: () => 'User' },
};

const server = new ApolloServer({ typeDefs: [types, federationTypes], resolvers: [resolvers, federationResolvers] });
await startStandaloneServer(server, { listen: { port: 4003 } });
console.log('The reviews are ready.');
