import type { Translations } from '../../../platform/runtime/sentence';

/** The checks of the command `gatehouse doctor`, which speaks English. */
interface Checks {
  /** By the names in English. */
  readonly names: Translations;
  /** By the templates in English. */
  readonly sentences: Translations;
}

export const checks: Checks = { names: {}, sentences: {} };
