import type { ProtectedResource } from '../../accounts/applications/protected-resource';
import { textOf } from '../../accounts/users/label';
import type { Locale } from '../../platform/request/locale';
import type { Words } from '../words/en';
import { Icon } from './icons.page';
import type { ViewContext } from './layout.page';
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

/** An API that an application reaches, and its scopes of those that it has. */
export interface Reached {
  resource: ProtectedResource;
  scopes: readonly string[];
}

interface AccessProps {
  /** All that the application has. */
  scopes: readonly string[];
  reached: readonly Reached[];
  context: ViewContext;
}

/** What an application can do at Gatehouse, and at each API that it reaches. */
export function AccessList({ scopes, reached, context: { words, frame } }: AccessProps) {
  const isOfResource = (scope: string) => reached.some(({ resource }) => resource.scopes.has(scope));
  return (
    <>
      <ScopeList scopes={scopes.filter((scope) => !isOfResource(scope))} words={words} />
      {reached.map(({ resource, scopes: ofResource }) => (
        <>
          <p>{words.signIn.consent.within(resource.name, new URL(resource.id).host)}</p>
          <ScopeList
            scopes={ofResource.filter((scope) => resource.scopes.has(scope))}
            words={words}
            own={textsOf(resource, frame.locale)}
          />
        </>
      ))}
    </>
  );
}

const textsOf = ({ scopes }: ProtectedResource, locale: Locale): Readonly<Record<string, string>> =>
  Object.fromEntries([...scopes].map(([scope, label]) => [scope, textOf(label, locale)]));

interface Props {
  scopes: readonly string[];
  words: Words;
  /** The texts of further scopes, by their names. */
  own?: Readonly<Record<string, string>>;
}

/** What an application can do, in the order of the words. A scope without words is shown by its name. */
function ScopeList({ scopes, words, own = {} }: Props) {
  const texts: Readonly<Record<string, string>> = { ...words.common.scopes, ...own };
  const known = Object.keys(texts).filter((scope) => scopes.includes(scope));
  const others = scopes.filter((scope) => !Object.hasOwn(texts, scope));
  // `roles` and `groups` give the same, under two names.
  const different = known.filter((scope, i) => known.findIndex((other) => texts[other] === texts[scope]) === i);
  if (scopes.length === 0) return null;
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
