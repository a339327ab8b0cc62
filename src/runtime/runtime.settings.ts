import { oneOf, settingsOn } from '../config/setting';

const setting = settingsOn('server');

export const runtimeSettings = {
  production: setting(
    'NODE_ENV',
    oneOf(['production', 'development', 'test'])
      .transform((environment) => environment === 'production')
      .default(false),
    '`production` switches introspection, suggestions, the Apollo Sandbox page and its CORS off. It also requires `DATABASE_URL` or `DATA_DIR`.',
    { defaultText: '' },
  ),
};
