import { AuthError, createVerifier } from '@gatehouse-auth/client/verify';

const gatehouse = 'http://localhost:4000';
const verify = createVerifier({ issuer: gatehouse, audience: gatehouse });

/** The orders of the person whose access token the request has. */
export async function GET({ headers }) {
  try {
    const { sub } = await verify(headers);
    return Response.json({ orders: [], user: sub });
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return error.getResponse();
  }
}
