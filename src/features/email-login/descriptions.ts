/** The meaning of each field of a request, for the descriptions of both APIs. */
export const requestDescriptions = {
  token:
    'What the client keeps, and sends to `completeEmailLogin` together with the code or the link. The e-mail does not contain it.',
  expiresIn: 'How long the code and the link are valid, in seconds.',
} as const;
