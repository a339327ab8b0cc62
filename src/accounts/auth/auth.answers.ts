/** The parts of a JWT, without a signature that anyone could verify. */
export const exampleJwt = 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIwMWExZmFmZC01ZDQ3In0.signature';
