import express from 'express';
import openid from 'express-openid-connect';

const app = express();
app.use(
  openid.auth({
    issuerBaseURL: 'http://localhost:4000',
    baseURL: 'http://localhost:3000',
    clientID: process.env.CLIENT_ID,
    clientSecret: process.env.CLIENT_SECRET,
    secret: process.env.SESSION_SECRET,
    idpLogout: true,
    // The default is the implicit flow, which Gatehouse does not have.
    authorizationParams: { response_type: 'code', scope: 'openid profile email' },
  }),
);
app.get('/', (req, res) => res.json(req.oidc.user));
app.listen(3000);
