import type { Words } from './en';
import { account } from './es/account';
import { common } from './es/common';
import { console } from './es/console';
import { links } from './es/links';
import { signIn } from './es/sign-in';

export const es: Words = { common, console, links, signIn, account };
