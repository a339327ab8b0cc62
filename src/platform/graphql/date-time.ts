import { GraphQLScalarType } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';

/** The scalar `DateTime` of graphql-scalars with a description of what Gatehouse returns. */
export const DateTime = new GraphQLScalarType<Date, Date>({
  ...GraphQLDateTime.toConfig(),
  description:
    'A date-time as RFC 3339 defines it, always in UTC, with milliseconds and the letter `Z`. Example: "2026-11-20T17:30:15.123Z".',
});
