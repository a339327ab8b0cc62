import express from 'express';
import session from 'express-session';
import passport from 'passport';
import OpenIDConnectStrategy from 'passport-openidconnect';

const gatehouse = 'http://localhost:4000';

passport.use(
  new OpenIDConnectStrategy(
    {
      issuer: gatehouse,
      authorizationURL: `${gatehouse}/oauth/authorize`,
      tokenURL: `${gatehouse}/oauth/token`,
      userInfoURL: `${gatehouse}/oauth/userinfo`,
      clientID: process.env.CLIENT_ID,
      clientSecret: process.env.CLIENT_SECRET,
      callbackURL: 'http://localhost:3000/callback',
      scope: ['profile', 'email'],
    },
    (_issuer, profile, done) => done(null, profile),
  ),
);
passport.serializeUser((user, done) => done(null, user));
passport.deserializeUser((user, done) => done(null, user));

const app = express();
app.use(session({ secret: process.env.SESSION_SECRET, resave: false, saveUninitialized: false }));
app.use(passport.authenticate('session'));
app.get('/login', passport.authenticate('openidconnect'));
app.get('/callback', passport.authenticate('openidconnect'), (_req, res) => res.redirect('/'));
app.get('/', (req, res) => (req.user ? res.json(req.user) : res.redirect('/login')));
app.listen(3000);
