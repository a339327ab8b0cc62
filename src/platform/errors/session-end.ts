import { Vocabulary } from '../runtime/vocabulary';

/** Why a session is over. */
export interface SessionEnd {
  /** As it is stored. */
  readonly name: string;
  readonly means: string;
}

/** Features declare them in `<feature>.reasons.ts`. */
export const endReasons = new Vocabulary<SessionEnd>('end of a session', 'names');

/** As the APIs name it, for example `USER_DISABLED`. */
export const toPublicEnd = ({ name }: SessionEnd): string => name.toUpperCase();

/** The meaning of each end, by its name in the APIs. */
export const sessionEndDescriptions = (): Record<string, string> =>
  Object.fromEntries(endReasons.all().map((end) => [toPublicEnd(end), end.means]));

export const sessionEndText =
  'Why the session has ended. Only with `UNAUTHENTICATED`, after a refresh with a token of a session that is over, and if that is known.';
