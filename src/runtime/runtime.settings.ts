import { oneOf, setting } from '../config/setting';

export const runtimeSettings = {
  production: setting(
    'NODE_ENV',
    oneOf(['production', 'development', 'test'])
      .transform((environment) => environment === 'production')
      .default(false),
    '`production`, `development` or `test`; `production` switches introspection, suggestions, the Sandbox page and its CORS off',
    { defaultText: '' },
  ),
};
