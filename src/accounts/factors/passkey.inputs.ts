import { z } from 'zod';
import { reasons } from '../../platform/errors/app-error';

/** Bytes in base64url, at most this number of them. */
const base64url = (mostBytes: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(Math.ceil((mostBytes * 4) / 3));

/** The longest credential id of the specification (WebAuthn, section 5.8.3). */
const credentialId = base64url(1023);
const clientDataJSON = base64url(4096);

/** What both kinds of responses have. A client also sends other members, which are ignored. */
const credentialMembers = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

const assertion = z.object({
  ...credentialMembers,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(4096),
    signature: base64url(2048),
    // Some authenticators send an empty text for none.
    userHandle: base64url(64).or(z.literal('')).nullish(),
  }),
});

const registration = z.object({
  ...credentialMembers,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(6144),
    transports: z.array(z.string().max(32)).max(16).nullish(),
  }),
});

/** The response of `navigator.credentials.get`, as JSON. */
export type PasskeyAssertion = z.output<typeof assertion>;
/** The response of `navigator.credentials.create`, as JSON. */
export type PasskeyRegistration = z.output<typeof registration>;

const passkeyObject = z.looseObject(
  {},
  { error: ({ input }) => (input === undefined ? reasons.required : 'must be an object') },
);

const exampleId = 'x1Yc0vqk7uDqT2m8sLr5Aw';
const exampleClientData = (type: string) =>
  Buffer.from(JSON.stringify({ type, challenge: 'S2lX…', origin: 'https://id.example.com' })).toString('base64url');

/** What a browser sends, abbreviated. */
export const passkeyAssertionExample = {
  id: exampleId,
  rawId: exampleId,
  type: 'public-key',
  response: {
    clientDataJSON: exampleClientData('webauthn.get'),
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
    signature: 'MEUCIQDx7qk3bXkG5uW1m9dQvJx2rT8o',
    userHandle: 'AaH6_V1Hez6aUS8Mb32OkA',
  },
};
const passkeyRegistrationExample = {
  id: exampleId,
  rawId: exampleId,
  type: 'public-key',
  response: {
    clientDataJSON: exampleClientData('webauthn.create'),
    attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViU',
    transports: ['internal', 'hybrid'],
  },
};

export const assertionText = 'The response of `navigator.credentials.get`, as JSON';
export const passkeyAssertion = passkeyResponse(assertion, 'get').meta({ example: passkeyAssertionExample });
export const passkeyRegistration = passkeyResponse(registration, 'create').meta({
  description: 'The response of `navigator.credentials.create`, as JSON: `credential.toJSON()` in a browser.',
  example: passkeyRegistrationExample,
});

/** The JSON Schema of the field only says that it is an object: browsers make the response, and no person reads it. */
function passkeyResponse<Response>(schema: z.ZodType<Response>, method: 'get' | 'create') {
  return passkeyObject.transform((value, ctx): Response => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    ctx.addIssue({ code: 'custom', message: `must be the response of navigator.credentials.${method}() as JSON` });
    return z.NEVER;
  });
}
