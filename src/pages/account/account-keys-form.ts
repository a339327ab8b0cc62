import type { ProtectedResource } from '../../accounts/applications/protected-resource';
import { usualDays } from '../../features/api-keys/api-keys.inputs';
import type { FormBody } from '../../platform/http/form-body';
import { roleField } from '../kit/role-fields';

/** For a trial, or a single task. */
const fewDays = 30;

/** For how many days a person can create a key. `mostDays` is API_KEY_DAYS. */
export const offeredDays = (mostDays: number): number[] => [
  ...[fewDays, usualDays].filter((days) => days < mostDays),
  mostDays,
];

/** As `roleField`. */
export const scopeField = (resourceAt: number, scope: string): string => `scope_${resourceAt}_${scope}`;

const chosenIn = (form: FormBody, prefix: string): string[] =>
  [...form.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));

/** The input of `createApiKey`. What is checked of a resource that is not chosen counts for nothing. */
export function sentKey(form: FormBody, resources: readonly ProtectedResource[]) {
  const resource = form.get('resource') ?? null;
  const resourceAt = resources.findIndex(({ id }) => id === resource);
  return {
    name: form.get('name') ?? '',
    days: Number(form.get('days')),
    resource,
    ...(resource !== null && { scopes: chosenIn(form, scopeField(resourceAt, '')) }),
    roles: chosenIn(form, roleField('')),
    organizationId: form.get('organization_id') ?? null,
    currentPassword: form.get('current_password'),
  };
}

/** A field of the forms that offer to delete all keys with another change. */
export const deletesKeys = (form: FormBody): boolean => form.has('delete_keys');
