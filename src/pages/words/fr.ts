import type { Words } from './en';
import { account } from './fr/account';
import { common } from './fr/common';
import { console } from './fr/console';
import { links } from './fr/links';
import { signIn } from './fr/sign-in';

export const fr: Words = { common, console, links, signIn, account };
