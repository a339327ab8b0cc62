import type { Words } from '../words/en';
import { Icon } from './icons.page';
import type { IconName } from './look/icon-paths';

const ofScopes = {
  openid: 'user',
  profile: 'id',
  email: 'mail',
  phone: 'call',
  roles: 'users',
  groups: 'users',
  offline_access: 'again',
} satisfies Record<keyof Words['common']['scopes'], IconName>;
const icons = new Map<string, IconName>(Object.entries(ofScopes));

/** What an application can do, in the order of the words. A scope of the operator's own APIs has no words but its name. */
export function ScopeList({ scopes, words }: { scopes: readonly string[]; words: Words }) {
  const texts: Readonly<Record<string, string>> = words.common.scopes;
  const known = Object.keys(texts).filter((scope) => scopes.includes(scope));
  const others = scopes.filter((scope) => !Object.hasOwn(texts, scope));
  // `roles` and `groups` give the same, under two names.
  const different = known.filter((scope, i) => known.findIndex((other) => texts[other] === texts[scope]) === i);
  return (
    <ul class="scopes">
      {different.map((scope) => (
        <li>
          <Icon name={icons.get(scope) ?? 'key'} />
          <span>{texts[scope]}</span>
        </li>
      ))}
      {others.map((scope) => (
        <li>
          <Icon name="key" />
          <code>{scope}</code>
        </li>
      ))}
    </ul>
  );
}
