import { oneOf, settingsOn, text } from '../config/setting';

const setting = settingsOn('server');

export const runtimeSettings = {
  productName: setting(
    'PRODUCT_NAME',
    text
      .refine(
        (name) => name.length <= 100 && !/\p{Cc}/u.test(name),
        'must have at most 100 characters, no control characters',
      )
      .default('Gatehouse'),
    'The name of your product, in pages and mails; a new password must not consist of it.',
  ),
  production: setting(
    'NODE_ENV',
    oneOf(['production', 'development', 'test'])
      .transform((environment) => environment === 'production')
      .default(false),
    '`production` switches introspection, suggestions and the explorers off, and requires `DATABASE_URL` or `DATA_DIR`.',
    { defaultText: '' },
  ),
};
