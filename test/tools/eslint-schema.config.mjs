import graphql from '@graphql-eslint/eslint-plugin';

/**
 * `npm --prefix test/tools run schema`: every rule of @graphql-eslint for schemas. A rule that is off, or that has an
 * option, has its reason here.
 */
const rules = {
  ...graphql.configs['flat/schema-recommended'].rules,
  ...graphql.configs['flat/schema-all'].rules,
  ...graphql.configs['flat/schema-relay'].rules,

  // schema.graphql is sorted by name without exceptions. The default has `id` first, and `createdAt` last. Values are sorted by
  // their characters when the file is written. The rule compares them as words, so it wants `_` before letters.
  '@graphql-eslint/alphabetize': [
    'error',
    {
      definitions: true,
      fields: ['ObjectTypeDefinition', 'InterfaceTypeDefinition', 'InputObjectTypeDefinition'],
      arguments: ['FieldDefinition', 'Field', 'DirectiveDefinition', 'Directive'],
    },
  ],
  // Only what is stored has an id. These types are a part of one answer, or have those of a user and an organization.
  '@graphql-eslint/strict-id-in-types': [
    'error',
    {
      exceptions: {
        types: [
          'Problem',
          'FieldProblem',
          'PageInfo',
          'Factors',
          'LoginChallenge',
          'Challenge',
          'EmailChange',
          'EmailLoginRequest',
          'StepUpCodeRequest',
          'IdentityLink',
          'Explanation',
          'Finding',
          'SigningKey',
          'ActivityHour',
          'AccountFigures',
          'FigureBar',
          'Figures',
          'LabelCount',
          'TelCountry',
          'LeftOutLine',
          'Member',
          'Membership',
          'ReachedLimit',
          'ResourceScope',
          'SignInCheck',
          'SignInFailure',
        ],
        suffixes: ['Payload', 'Result', 'Connection', 'Edge'],
      },
    },
  ],
  // A client that pages through its sessions goes forward only. Relay allows one direction.
  '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
  // A session is only found in the list of its user: there is no `node(id:)`, which the interface Node would promise.
  // `Problem.fields` is a list without pages, because its length is bounded by the fields of an input.
  '@graphql-eslint/relay-edge-types': [
    'error',
    { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
  ],

  // There are mutations. There are no subscriptions.
  '@graphql-eslint/no-root-type': ['error', { disallow: ['subscription'] }],

  // The result of a login must not select other data: a document has limits, and a payload answers one operation.
  '@graphql-eslint/require-field-of-type-query-in-mutation-result': 'off',
  // A payload with its error is always returned: clients check `success`, and no null before it. Fields that need a
  // signed-in user are nullable, because their errors are in `errors`. `ready` is true, or an error for the whole query.
  '@graphql-eslint/require-nullable-result-in-root': 'off',
};

export default ['schema.graphql', 'admin.graphql'].map((file) => ({
  files: [file],
  languageOptions: {
    parser: graphql.parser,
    parserOptions: { graphQLConfig: { schema: `./${file}` } },
  },
  plugins: { '@graphql-eslint': graphql },
  // Clients of super admins show tables: `nodes` is shorter than `edges`, and `pageInfo` has the cursors.
  rules: file === 'admin.graphql' ? { ...rules, '@graphql-eslint/relay-connection-types': 'off' } : rules,
}));
