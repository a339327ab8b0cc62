import type { ProtectedResource } from '../../accounts/applications/protected-resource';
import { textOf } from '../../accounts/users/label';
import type { Locale } from '../../platform/request/locale';
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

/** The texts of the scopes of a resource, by their names. */
export const textsOf = (
  { scopes }: Pick<ProtectedResource, 'scopes'>,
  locale: Locale,
): Readonly<Record<string, string>> =>
  Object.fromEntries([...scopes].map(([scope, label]) => [scope, textOf(label, locale)]));

interface Props {
  scopes: readonly string[];
  words: Words;
  /** The texts of further scopes, by their names. */
  own?: Readonly<Record<string, string>>;
}

/** What an application can do, in the order of the words. A scope without words is shown by its name. */
export function ScopeList({ scopes, words, own = {} }: Props) {
  const texts: Readonly<Record<string, string>> = { ...words.common.scopes, ...own };
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
