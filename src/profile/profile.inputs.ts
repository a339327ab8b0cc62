import { z } from 'zod';
import { reasons } from '../errors/app-error';
import { parserOf } from '../request/input-parser';
import { locales } from '../request/locale';
import { personName, tel } from '../users/user.inputs';

const text = z.string(reasons.notAString);
const locale = z.enum(locales, `must be ${locales.map((one) => `"${one}"`).join(', ')} or null`).nullable();

export const updateProfileInput = z
  .object({
    firstName: text.optional(),
    lastName: text.optional(),
    tel: text.nullable().optional(),
    locale: locale.optional(),
  })
  .pipe(
    z.object({
      firstName: personName.optional(),
      lastName: personName.optional(),
      tel: tel.optional(),
      locale: locale.optional(),
    }),
  );

export type UpdateProfileField = keyof z.input<typeof updateProfileInput>;

export const parseUpdateProfileInput = parserOf(updateProfileInput);
