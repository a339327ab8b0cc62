import { account } from './en/account';
import { common } from './en/common';
import { console } from './en/console';
import { links } from './en/links';
import { signIn } from './en/sign-in';

export const en = { common, console, links, signIn, account };

/** The texts of all pages. The other languages have this type, so a missing text is an error of the compiler. */
export type Words = typeof en;
