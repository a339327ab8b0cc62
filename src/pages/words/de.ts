import { account } from './de/account';
import { common } from './de/common';
import { console } from './de/console';
import { links } from './de/links';
import { signIn } from './de/sign-in';
import type { Words } from './en';

export const de: Words = { common, console, links, signIn, account };
