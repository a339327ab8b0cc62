import { account } from './en/account';
import { checks } from './en/checks';
import { common } from './en/common';
import { console } from './en/console';
import { explanations } from './en/explanations';
import { links } from './en/links';
import { signIn } from './en/sign-in';

export const en = { common, console, explanations, checks, links, signIn, account };

/** The texts of all pages. The other languages have this type, so a missing text is an error of the compiler. */
export type Words = typeof en;
