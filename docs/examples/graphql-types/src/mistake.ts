import type { MeQuery } from './operations';

export const yearOf = (me: NonNullable<MeQuery['me']>) => me.createdTs.getFullYear();
