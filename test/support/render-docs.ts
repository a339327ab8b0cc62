// Must be imported before the types of the GraphQL API.
import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodeMeanings, exitCodes } from '../../src/cli/exit-codes';
import { settings } from '../../src/compose/config';
import { actionsByName, endsByName, metrics, reasonsByName } from '../../src/compose/features';
import { textsOf } from '../../src/pages/words/texts-of';
import { auditDetailMeanings, auditFieldMeanings } from '../../src/platform/audit/audit-event';
import type { SettingDocumentation } from '../../src/platform/config/merge-settings';
import { type SettingTopic, settingTopics } from '../../src/platform/config/setting';
import { errorTable } from '../../src/platform/errors/error-table';
import { documentLimits, tokenLimit } from '../../src/platform/graphql/document-limits';
import { persistedQueryNotSupported } from '../../src/platform/graphql/format-error';
import { validationOptions } from '../../src/platform/graphql/limited-documents';
import { DroppedConnections } from '../../src/platform/http/dropped-connections';
import { droppedConnectionMetrics } from '../../src/platform/http/dropped-connections.metrics';
import { bodyBytes, type HttpLimits, httpLimitMeanings, httpLimits } from '../../src/platform/http/http-limits';
import { createLog } from '../../src/platform/observability/log';
import type { Metric } from '../../src/platform/observability/metric';
import { createMetrics } from '../../src/platform/observability/metrics';
import { rateLimits } from '../../src/platform/rate-limits/limit-table';
import { clientLists } from '../interop/clients';
import { commandSections } from './command-docs';
import { operationNamed } from './declared-operations';
import { isOfNewcomer, pages, readPage, readText } from './doc-pages';
import { code, table } from './markdown-table';
import { accessTable, adminOperationList, apiParts, commonAdminErrors, oauthErrorList } from './operation-docs';

const root = path.join(__dirname, '../..');

/** The parts of the documents that are made from the code, by the marker they stand under. */
const parts: Readonly<Record<string, () => string>> = {
  'docs/README.md examples': () => {
    const blocks = pages.flatMap(readPage);
    const notRun = blocks.filter((block) => block.notRun !== undefined);
    return `Of ${blocks.length} examples, ${notRun.length} are not run, and the site says why below each. [A script](../test/support/newcomer.ts) follows ${notRun.filter(isOfNewcomer).length} of these as a
newcomer.`;
  },
  'docs/reference/settings.md needed': () =>
    neededSettings.map((name) => `[${code(settingNamed(name).name)}](#${anchorOf(name)})`).join(', '),
  'docs/reference/settings.md settings': () =>
    (Object.keys(settingTopics) as SettingTopic[])
      .map(
        (topic) =>
          `## ${settingTopics[topic]}\n\n${settings
            .filter((one) => one.topic === topic && !isOfLimit(one))
            .map(settingLine)
            .join('\n')}`,
      )
      .join('\n\n'),
  'docs/reference/errors.md errors': () =>
    [
      ...Object.entries(errorTable).map(
        ([name, { status, when, advice }]) => `- ${code(name)} (${status}): ${when} *${advice}*`,
      ),
      `- ${code(persistedQueryNotSupported.code)}: ${persistedQueryNotSupported.when}`,
    ].join('\n'),
  'docs/reference/errors.md oauth': oauthErrorList,
  'docs/reference/audit.md actions': () => glossary(meaningsOf(actionsByName), namedActions),
  'docs/reference/audit.md fields': () => glossary(auditFieldMeanings, namedFields),
  'docs/reference/audit.md details': () => glossary(auditDetailMeanings, namedDetails),
  'docs/reference/audit.md rejections': () => glossary(meaningsOf(reasonsByName), namedReasons),
  'docs/reference/audit.md revocations': () => glossary(meaningsOf(endsByName), namedRevocations),
  'docs/reference/clients.md clients': clientLists,
  'docs/reference/command-line.md commands': commandSections,
  'docs/reference/command-line.md exits': () =>
    table(
      ['exit code', 'meaning'],
      (Object.keys(exitCodes) as (keyof typeof exitCodes)[]).map((name) => [
        String(exitCodes[name]),
        exitCodeMeanings[name],
      ]),
    ),
  'docs/reference/metrics.md metrics': () => {
    const all = createMetrics(declaredMetrics()).table.map(({ name, type, labels, help }) => {
      const notes = [...(type === 'counter' ? [] : [type]), ...labels.map(code)];
      return { name, help, title: `${code(name)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}` };
    });
    const named = all.filter(({ name }) => namedMetrics.has(name)).map(({ title }) => title);
    const others = all.filter(({ name }) => !namedMetrics.has(name));
    return [...others.map(({ title, help }) => `- ${title}: ${help}`), `- ${named.join(', ')}`].join('\n');
  },
  'docs/reference/limits.md rates': () =>
    rateLimits
      .all()
      .map(
        ({ name, count, seconds, per, what }) => `- ${code(name)} (${code(`${count}/${seconds}`)} per ${per}): ${what}`,
      )
      .join('\n'),
  'docs/reference/limits.md documents': () =>
    [
      `size of the body: ${size(bodyBytes.graphql)}`,
      ...[tokenLimit, ...Object.values(documentLimits)].map(
        (limit) =>
          `${limit.what}: ${limit.max}${'introspection' in limit ? ` (${limit.introspection} in an introspection query)` : ''}`,
      ),
      `errors that are reported: ${validationOptions.maxErrors}`,
    ]
      .map((limit) => `- ${limit}`)
      .join('\n'),
  'docs/reference/limits.md http': () =>
    [
      ...(Object.keys(httpLimits) as (keyof HttpLimits)[]).map((name) => [
        httpLimitMeanings[name],
        withUnit(name, httpLimits[name]),
      ]),
      ['The size of a body: REST API.', size(bodyBytes.rest)],
      ['The size of a body: GraphQL API.', size(bodyBytes.graphql)],
      [
        'The size of a body: `/admin/graphql`, `POST /admin/users/bulk`, `POST /admin/users/import`.',
        size(bodyBytes.admin),
      ],
      ['Connections (`MAX_CONNECTIONS`).', defaultOf('MAX_CONNECTIONS')],
      ['Connections from one address (`MAX_CONNECTIONS_PER_ADDRESS`).', defaultOf('MAX_CONNECTIONS_PER_ADDRESS')],
    ]
      .map(([what, most]) => `- **${most}**: ${what}`)
      .join('\n'),
  'docs/reference/graphql.md subgraph': () =>
    (['_service', '_entities'] as const)
      .flatMap((name) =>
        Object.entries(operationNamed(name).errors).map(([error, when]) => `- ${code(name)}, ${code(error)}: ${when}`),
      )
      .join('\n'),
  'docs/reference/access.md operations': accessTable,
  'docs/reference/admin-api.md operations': adminOperationList,
  'docs/reference/admin-api.md common': commonAdminErrors,
  ...apiParts(),
};

/** A list: as a table it would be a quarter longer. It leaves out the names that say what they mean. */
const meaningsOf = <Name extends string>(words: Readonly<Record<Name, { readonly means: string }>>) =>
  textsOf<{ readonly means: string }, Name>(words, ({ means }) => means);

const glossary = <Name extends string>(
  meanings: Readonly<Record<Name, string>>,
  clearNames: readonly NoInfer<Name>[] = [],
): string =>
  Object.entries<string>(meanings)
    .filter(([name]) => !clearNames.some((one) => one === name))
    .map(([name, meaning]) => `- ${code(name)}: ${meaning}`)
    .join('\n');

const namedActions = [
  'account_deleted',
  'client_updated',
  'key_retired',
  'message_failed',
  'message_retried',
  'second_factor_failed',
  'second_factor_required',
  'provider_rejected',
  'webhook_created',
  'webhook_updated',
  'webhook_secret_rotated',
  'webhook_deleted',
  'webhook_tested',
  'webhook_retried',
  'identity_linked',
  'identity_change_rejected',
  'email_login_requested',
  'session_ended',
  'stepped_up',
  'registered',
  'user_invited',
  'registration_refused',
  'email_verification_rejected',
  'logged_in',
  'login_failed',
  'refresh_refused',
  'impersonation_started',
  'password_reset_requested',
  'password_reset',
  'password_reset_rejected',
  'password_changed',
  'password_change_rejected',
  'email_change_requested',
  'email_change_undone',
  'email_change_rejected',
  'factor_added',
  'factor_removed',
  'factor_change_rejected',
  'recovery_codes_changed',
  'deletion_cancelled',
  'deletion_rejected',
  'app_disconnected',
  'profile_changed',
  'user_created',
  'user_updated',
  'roles_changed',
  'super_admin_granted',
  'super_admin_revoked',
  'user_disabled',
  'user_enabled',
  'admin_rejected',
  'client_rejected',
  'client_created',
  'client_secret_rotated',
  'client_deleted',
  'app_denied',
  'key_added',
  'api_key_created',
  'email_change_cancelled',
  'limits_lifted',
  'limited',
  'hook_failed',
] as const;
const namedFields = ['id', 'action', 'details', 'sessionId', 'firstTs', 'lastTs', 'count'] as const;
const namedReasons = [
  'malformed token',
  'bad signature',
  'wrong issuer',
  'wrong audience',
  'deleted account',
  'no answer of the provider',
  'unverified address',
  'changed password',
  'wrong factor',
  'unknown passkey',
  'malformed passkey',
  'missing scope',
  'domain not allowed',
  'rejected by the hook',
  'no answer of the hook',
  'closed registration',
  'wrong signature of the passkey',
  'unknown address',
  'wrong password',
  'expired token',
  'ended session',
  'super admin',
  'disabled account',
  'no account',
  'expired link',
  'taken address',
  'last super admin',
  'used factor',
  'no factor',
  'used challenge',
  'expired challenge',
  'passkey of another account',
  'known passkey',
  'not a super admin',
  'unknown client',
  'impersonation',
  'unknown challenge',
  'wrong relying party',
  'unverified user',
  'cancelled sign-in',
  'unknown API key',
  'expired API key',
  'wrong client secret',
  'network of the administration',
  'scope of the administration',
  'no answer of the old service',
  'token of an application',
  'wrong code',
  'unknown link',
  'used link',
  'used token',
  'cookie not accepted',
  'wrong device code',
] as const;
const namedDetails = [
  'endpointId',
  'imported',
  'conflicts',
  'rejected',
  'failed',
  'resealed',
  'factor',
  'provider',
  'exceptSessionId',
  'changed',
  'fields',
  'roles',
  'limit',
  'retryAfterS',
  'kid',
  'clientId',
  'bulkAction',
  'accounts',
  'withHashes',
  'template',
  'messageId',
  'keyId',
  'clientHost',
  'resource',
  'metadataUrl',
  'deliveryId',
  'statedReason',
] as const;
const namedMetrics = new Set([
  'gatehouse_requests_aborted_total',
  'gatehouse_limit_refusals_total',
  'gatehouse_db_pool_idle',
  'gatehouse_db_pool_waiting',
  'gatehouse_revoked_sessions',
  'gatehouse_hook_request_seconds_total',
  'gatehouse_revocation_pages_total',
  'gatehouse_hash_queue_waiting',
  'gatehouse_legacy_request_seconds_total',
  'gatehouse_mails_sent_total',
  'gatehouse_webhooks_sent_total',
  'gatehouse_webhooks_failed_total',
  'gatehouse_build_info',
  'gatehouse_logouts_sent_total',
  'gatehouse_logouts_failed_total',
  'gatehouse_logouts_waiting',
  'gatehouse_webhooks_waiting',
  'gatehouse_mails_waiting',
  'gatehouse_mails_failed_total',
  'gatehouse_mails_oldest_seconds',
  'gatehouse_db_pool_connections',
  'gatehouse_hook_breaker_open',
  'gatehouse_legacy_breaker_open',
  'gatehouse_token_introspections_total',
]);
const namedRevocations = [
  // No line of the audit has it.
  'expired',
  'logout',
  'impersonation_ended',
  'refresh_token_reuse',
  'code_reuse',
  'revoked_by_client',
  'ended_by_operator',
  'user_disabled',
  'account_deleted',
  'email_changed',
  'email_changed_by_operator',
  'email_change_undone',
  'password_changed',
  'password_reset',
  'factors_changed',
  'identities_changed',
  'app_disconnected',
] as const;
/** Those with which an installation starts to serve, in the order in which an operator decides about them. */
const neededSettings = [
  'NODE_ENV',
  'PUBLIC_URL',
  'DATABASE_URL',
  'GATEHOUSE_SECRET',
  'TRUST_PROXY',
  'SMTP_URL',
  'MAIL_FROM',
  'PRODUCT_NAME',
  'REGISTRATION',
  'REDIRECT_URIS',
  'CORS_ORIGINS',
  'METRICS_PORT',
];

function settingNamed(name: string): SettingDocumentation {
  const setting = settings.find((one) => one.name === name);
  if (!setting) throw new Error(`no setting ${name}`);
  return setting;
}

/** Those of single rate limits: limits.md describes them. */
const isOfLimit = ({ name }: SettingDocumentation): boolean =>
  rateLimits.all().some((limit) => name === `RATE_LIMIT_${limit.name}`);

/** The rules of most settings, in short. The default of a flag says that it is one. */
const shortRules: readonly [RegExp, string][] = [
  [/^must be /, ''],
  [/^true or false \(or on, off, 1, 0\)$/, 'a flag'],
  [/^a whole number from (\d+) to (\d+)$/, '$1–$2'],
  [/^one of (.+)$/, '$1'],
  [/^(at least 32 random bytes) .+: openssl .+$/, '$1'],
  [/^(http\/json)\. .+$/, '$1'],
  [/^(at most 20) different (ids of .+ "_"), .+$/, '$1 $2'],
];

/** `[TRUST_PROXY](settings.md#trust_proxy)` leads to the line of the setting. */
const anchorOf = (name: string): string => name.toLowerCase().replaceAll(/[<>]/g, '');

function settingLine({ name, rule, default: byDefault, meaning, example }: SettingDocumentation): string {
  const short = shortRules.reduce((text, [from, to]) => text.replace(from, to), rule ?? '');
  // An example shows the form of an address, a folder or a list. The error of a wrong value has the whole rule.
  const isShown = example !== null && /:\/\/|such as|the path/.test(short);
  const allowed = isShown || short === 'a flag' ? '' : short;
  // The form of a simple URL and of a path is known.
  const shown = example && /^(https:\/\/[\w.-]+(\/[\w{}/-]*)?|\/etc\/.*)$/.test(example) ? null : example;
  // As in a file `.env`, unless the default is a sentence, or made from another setting.
  const isValue = /^(?!.*(?:PUBLIC_URL|PORT))[^\s`]+$/.test(byDefault ?? '');
  const byItself = byDefault && !isValue && `default ${code(byDefault)}`;
  const notes = [allowed, byItself, shown && `example ${code(shown)}`].filter(Boolean);
  const shownName = code(isValue ? `${name}=${byDefault}` : name);
  return `- <a id="${anchorOf(name)}"></a>${shownName}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}: ${meaning}`;
}

/** Without a service: none of them is read. */
const declaredMetrics = (): Metric[] => [
  ...metrics.flatMap((read) => read({ stores: {}, legacy: {} } as never)),
  ...droppedConnectionMetrics(new DroppedConnections(createLog('silent'))),
];

const defaultOf = (setting: string): string => settings.find(({ name }) => name === setting)?.default ?? '';
const size = (bytes: number): string => (bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${bytes / 1024 / 1024} MB`);
const withUnit = (name: string, value: number): string =>
  name.endsWith('Ms') ? `${value / 1000} s` : name.endsWith('Bytes') ? size(value) : String(value);

const marker = /<!--generated:(.+?)-->/g;
const markedPart = /(<!--generated:(\w+)-->\n)(?:(?!<!--).*\n)*(<!--end-->)/g;

/** Throws if a marker is not closed, or if nothing is made for it. */
export function renderPage(
  file: string,
  text: string,
  makers: Readonly<Record<string, () => string>> = parts,
): { rendered: string; used: string[] } {
  const used: string[] = [];
  const rendered = text.replaceAll(markedPart, (_, start, name, end) => {
    const part = makers[`${file} ${name}`]?.();
    if (!part) throw new Error(`nothing is made for the marker "${name}" of ${file}`);
    used.push(`${file} ${name}`);
    return `${start}${part}\n${end}`;
  });
  const markers = [...text.matchAll(marker)].map(([, name]) => `${file} ${name}`);
  const notRendered = markers.filter((one, i) => used[i] !== one);
  if (notRendered.length > 0) throw new Error(`not "<!--generated:name-->" to "<!--end-->": ${notRendered[0]}`);
  return { rendered, used };
}

/** Each document with parts that are made from the code, as it is and as it should be. */
export function renderedDocs(): { file: string; current: string; expected: string }[] {
  const withParts = pages.filter((file) => readText(file).includes('<!--generated:'));
  const all = withParts.map((file) => {
    const current = readText(file);
    const { rendered, used } = renderPage(file, current);
    return { file, current, expected: rendered, used };
  });
  const used = new Set(all.flatMap((page) => page.used));
  const unused = Object.keys(parts).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`no document has a place for: ${unused.join(', ')}`);
  return all.map(({ file, current, expected }) => ({ file, current, expected }));
}

if (require.main === module) {
  for (const { file, expected } of renderedDocs()) writeFileSync(path.join(root, file), expected);
}
