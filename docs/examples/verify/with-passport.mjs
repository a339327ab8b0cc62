import express from 'express';
import jwks from 'jwks-rsa';
import passport from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';

const gatehouse = 'http://localhost:4000';
passport.use(
  new Strategy(
    {
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: jwks.passportJwtSecret({
        jwksUri: `${gatehouse}/.well-known/jwks.json`,
        cache: true,
        rateLimit: true,
      }),
      algorithms: ['ES256'],
      issuer: gatehouse,
      audience: gatehouse,
    },
    (claims, done) => done(null, { id: claims.sub }),
  ),
);

const app = express();
app.use(passport.authenticate('jwt', { session: false }));
app.get('/', (request, response) => response.json({ user: request.user.id }));
app.listen(3002);
