import { isOpenidScope } from '../../accounts/users/openid-scopes';
import type { Words } from '../words/en';
import { Icon } from './icons.page';
import type { IconName } from './look/icon-paths';

const icons: Readonly<Record<keyof Words['common']['scopes'], IconName>> = {
  openid: 'user',
  profile: 'id',
  email: 'mail',
  phone: 'call',
  roles: 'users',
  offline_access: 'again',
};
const isKnown = (scope: string): scope is keyof typeof icons => Object.hasOwn(icons, scope);

/** What an application can do, in the order of the words. A scope of the operator's own APIs has no words but its name. */
export function ScopeList({ scopes, words }: { scopes: readonly string[]; words: Words }) {
  const texts = words.common.scopes;
  const known = Object.keys(texts).filter((scope) => scopes.includes(scope));
  const others = scopes.filter((scope) => !isOpenidScope(scope));
  return (
    <ul class="scopes">
      {known.filter(isKnown).map((scope) => (
        <li>
          <Icon name={icons[scope]} />
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
