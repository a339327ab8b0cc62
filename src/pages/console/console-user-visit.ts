import type { AdminServices } from '../../compose/administration';
import type { FormBody } from '../../platform/http/form-body';
import type { Visit } from '../kit/site';
import type { UserNotice } from './console-user.page';

/** The id of the account that the path names. */
export const idOf = ({ params }: Visit): string => params.id ?? '';

export const pathOf = (id: string, done?: UserNotice): string =>
  `/console/users/${encodeURIComponent(id)}${done ? `?done=${done}` : ''}`;

export const managedOf = async (users: AdminServices['users'], visit: Visit) =>
  await users.user({ id: idOf(visit) }, visit.context);

/** An empty field is no reason. */
export const reasonIn = (form: FormBody): string | null => form.get('reason')?.trim() || null;
