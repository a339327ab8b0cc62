import type { Words } from './en';
import { account } from './es/account';
import { checks } from './es/checks';
import { common } from './es/common';
import { console } from './es/console';
import { explanations } from './es/explanations';
import { links } from './es/links';
import { signIn } from './es/sign-in';

export const es: Words = { common, console, explanations, checks, links, signIn, account };
