import { isOpenidScope } from '../../features/users/openid-scopes';
import type { Words } from '../words/en';

const hasWords = (scope: string, words: Words['common']['scopes']): scope is keyof Words['common']['scopes'] =>
  Object.hasOwn(words, scope);

/** What an application can do, in the order of the words. A scope of the operator's own APIs has no words but its name. */
export function ScopeList({ scopes, words }: { scopes: readonly string[]; words: Words }) {
  const texts = words.common.scopes;
  const known = Object.keys(texts).filter((scope) => scopes.includes(scope));
  const others = scopes.filter((scope) => !isOpenidScope(scope));
  return (
    <ul class="bullets">
      {known.map((scope) => hasWords(scope, texts) && <li>{texts[scope]}</li>)}
      {others.map((scope) => (
        <li>
          <code>{scope}</code>
        </li>
      ))}
    </ul>
  );
}
