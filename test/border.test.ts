import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What the world sends is read here: requests, and the answers of providers. A limit or a closed list that no standard has is the
 * safe side of the server and the broken side of a client, so each says beside it which document has it, or that none has and why
 * it is as it is. The names of these tests are the list.
 */
const source = path.join(__dirname, '../src');
const border = [
  'accounts/applications',
  'accounts/providers',
  'client/verify',
  'features/identities',
  'features/oauth-clients',
  'features/openid',
  'accounts/tokens/access-token.ts',
  'accounts/tokens/authentication.ts',
  'accounts/tokens/jws.ts',
  'accounts/tokens/signing-key.ts',
  'platform/request/email-address.ts',
  'platform/config/domain.ts',
  'platform/graphql',
  'platform/http',
  'platform/request',
];
/** Texts that Gatehouse says, settings, and counts that nobody sends. */
const ours = [
  'authorizationResults',
  'clientFailures',
  'connectionLimits',
  'documentResults',
  'introspectionRejected',
  'noSessions',
  'notOfRootFields',
  'nothing',
  'oauthPaths',
  'ofMailedLogins',
  'optionalMembers',
  'otherMethods',
  'otherNames',
  'providerPresets',
  'providersSettings',
  'quietMs',
  'redirectUriKinds',
  'rejectionHead',
  'requestApis',
  'startsPerTurn',
  'stepNames',
  'stoppedMs',
  'tokensExceeded',
  'warnedEveryMs',
];
const documents =
  /(?:RFC \d{4}|OpenID Connect|OAuth 2\.0|WHATWG|Fetch|WebAuthn|NIST|ISO \d+|Unicode|GraphQL over HTTP|No document says one)[^*]*/;

const statement =
  /((?:^(?:\/\*\*(?:(?!\*\/)[\s\S])*?\*\/|\/\/.*)\n)*)^(?:export )?const (\w+)(?:: [^=\n]+)? =\s+([\s\S]*?);\n(?=\S|\n|$)/gm;
const isNumber = (value: string) => /^[\d_ *+/().-]+$/.test(value);
const isPattern = (value: string) => /^\/[^/]/.test(value);
const isClosedList = (value: string) =>
  /^(?:new Set\()?\[\s*['\d/.]/.test(value) || /^\{\s*(?:\/\/.*\s*)?\w+: [\d/{]/.test(value);

interface Constant {
  file: string;
  name: string;
  value: string;
  says: string | null;
}

/** Lines without an empty line between them share the comment of the first. */
function constantsIn(file: string): Constant[] {
  let last = { end: -1, says: null as string | null };
  return [...readFileSync(path.join(source, file), 'utf8').matchAll(statement)].map((found) => {
    const [text, comment = '', name = '', value = ''] = found;
    const own = documents.exec(comment.replaceAll(/\s*\n \* ?/g, ' '))?.[0].trim() ?? null;
    const says = comment === '' && found.index === last.end ? last.says : own;
    last = { end: found.index + text.length, says };
    return { file, name, value, says };
  });
}

const all = border
  .flatMap((place) =>
    place.endsWith('.ts')
      ? [place]
      : readdirSync(path.join(source, place))
          .filter((name) => name.endsWith('.ts'))
          .map((name) => `${place}/${name}`),
  )
  .flatMap(constantsIn);
const constants = all.filter(
  ({ name, value }) => !ours.includes(name) && [isNumber, isPattern, isClosedList].some((is) => is(value)),
);

test.each(constants)('$file: $name. $says', ({ says }) => expect(says).not.toBeNull());

test('the border has constants, and no name is left out that it does not have', () => {
  expect(constants.length).toBeGreaterThan(60);
  const names = all.map(({ name }) => name);
  expect(ours.filter((name) => !names.includes(name))).toEqual([]);
});
