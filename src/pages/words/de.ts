import { account } from './de/account';
import { checks } from './de/checks';
import { common } from './de/common';
import { console } from './de/console';
import { explanations } from './de/explanations';
import { links } from './de/links';
import { signIn } from './de/sign-in';
import type { Words } from './en';

export const de: Words = { common, console, explanations, checks, links, signIn, account };
