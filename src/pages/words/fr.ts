import type { Words } from './en';
import { account } from './fr/account';
import { checks } from './fr/checks';
import { common } from './fr/common';
import { console } from './fr/console';
import { explanations } from './fr/explanations';
import { links } from './fr/links';
import { signIn } from './fr/sign-in';

export const fr: Words = { common, console, explanations, checks, links, signIn, account };
