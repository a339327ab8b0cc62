// Must be imported before the types of the GraphQL API.
import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError } from 'graphql';
import { exitCodeMeanings, exitCodes } from '../../src/cli/exit-codes';
import { metrics } from '../../src/features';
import { oauthErrors } from '../../src/features/oauth-clients/oauth-errors.rest';
import { revocationReasons } from '../../src/features/sessions/session';
import { auditActions } from '../../src/platform/audit/action-table';
import { auditDetailMeanings, auditFieldMeanings } from '../../src/platform/audit/audit-event';
import { settings } from '../../src/platform/config/config';
import type { SettingDocumentation } from '../../src/platform/config/merge-settings';
import { type SettingTopic, settingTopics } from '../../src/platform/config/setting';
import { deliveryProblems } from '../../src/platform/email/mail-problem';
import { errorTable } from '../../src/platform/errors/error-table';
import { rejectionReasons } from '../../src/platform/errors/rejection-reasons';
import { tokenErrors } from '../../src/platform/errors/token-rejections';
import { documentLimits, tokenLimit } from '../../src/platform/graphql/document-limits';
import { formatError, persistedQueryNotSupported } from '../../src/platform/graphql/format-error';
import { validationOptions } from '../../src/platform/graphql/limited-documents';
import { DroppedConnections } from '../../src/platform/http/dropped-connections';
import { droppedConnectionMetrics } from '../../src/platform/http/dropped-connections.metrics';
import { bodyBytes, type HttpLimits, httpLimitMeanings, httpLimits } from '../../src/platform/http/http-limits';
import { createLog } from '../../src/platform/observability/log';
import type { Metric } from '../../src/platform/observability/metric';
import { createMetrics } from '../../src/platform/observability/metrics';
import { limitNames, limitTable } from '../../src/platform/rate-limits/limit-table';
import { clientTables } from '../interop/clients';
import { commandList, commandSections } from './command-docs';
import { operationNamed } from './declared-operations';
import { pages, readText } from './doc-pages';
import { code, table } from './markdown-table';
import { adminOperationList, apiParts, commonAdminErrors } from './operation-docs';

const root = path.join(__dirname, '../..');

/** The parts of the documents that are made from the code, by the marker they stand under. */
const parts: Readonly<Record<string, () => string>> = {
  'docs/reference/settings.md settings': () =>
    (Object.keys(settingTopics) as SettingTopic[])
      .map((topic) => {
        const rows = settings.filter((setting) => setting.topic === topic).map(settingCells);
        return `## ${settingTopics[topic]}\n\n${table(['variable', 'meaning', 'allowed values', 'default'], rows)}`;
      })
      .join('\n\n'),
  'docs/reference/errors.md errors': () =>
    table(
      ['code', 'REST status', 'when', 'text'],
      [
        ...Object.entries(errorTable).map(([name, { status, when, msg }]) => [code(name), String(status), when, msg]),
        [code(persistedQueryNotSupported.code), '', persistedQueryNotSupported.when, persistedQueryNotSupported.msg],
      ],
    ),
  'docs/reference/errors.md tokens': () =>
    table(
      ['text', 'what happens next'],
      Object.values(tokenErrors).map(({ msg, next }) => [code(msg), next]),
    ),
  'docs/reference/errors.md oauth': () => glossary('error', oauthErrors),
  'docs/reference/errors.md apollo': () =>
    table(
      ['code of Apollo Server', 'code of Gatehouse', 'text'],
      Object.values(ApolloServerErrorCode).map((name) => {
        const { message, extensions } = formatError(
          { message: '' },
          new GraphQLError('', { extensions: { code: name } }),
        );
        return [code(name), code(String(extensions?.code)), message];
      }),
    ),
  'docs/reference/audit.md actions': () => glossary('action', auditActions),
  'docs/reference/audit.md fields': () => glossary('field', auditFieldMeanings),
  'docs/reference/audit.md details': () => glossary('detail', auditDetailMeanings),
  'docs/reference/audit.md rejections': () => glossary('reason', rejectionReasons),
  'docs/reference/audit.md revocations': () => glossary('reason', revocationReasons),
  'docs/reference/audit.md mails': () => glossary('reason', deliveryProblems),
  'docs/reference/clients.md clients': clientTables,
  'docs/reference/command-line.md list': commandList,
  'docs/reference/command-line.md commands': commandSections,
  'docs/reference/command-line.md exits': () =>
    table(
      ['exit code', 'meaning'],
      (Object.keys(exitCodes) as (keyof typeof exitCodes)[]).map((name) => [
        String(exitCodes[name]),
        exitCodeMeanings[name],
      ]),
    ),
  'docs/reference/metrics.md metrics': () =>
    table(
      ['metric', 'type', 'labels', 'meaning'],
      createMetrics(declaredMetrics()).table.map(({ name, type, labels, help }) => [
        code(name),
        type,
        labels.map(code).join(', '),
        help,
      ]),
    ),
  'docs/reference/limits.md rates': () =>
    table(
      ['limit', 'setting', 'default', 'per', 'what is counted'],
      limitNames.map((name) => {
        const { count, seconds, per, what } = limitTable[name];
        return [code(name), code(`RATE_LIMIT_${name}`), code(`${count}/${seconds}`), per, what];
      }),
    ),
  'docs/reference/limits.md documents': () =>
    table(
      ['limit', 'at most', 'in an introspection query'],
      [
        ['size of the body', size(bodyBytes.graphql), ''],
        ...[tokenLimit, ...Object.values(documentLimits)].map((limit) => [
          limit.what,
          String(limit.max),
          'introspection' in limit ? String(limit.introspection) : '',
        ]),
        ['errors that are reported', String(validationOptions.maxErrors), ''],
      ],
    ),
  'docs/reference/limits.md http': () =>
    table(
      ['limit', 'at most'],
      [
        ...(Object.keys(httpLimits) as (keyof HttpLimits)[]).map((name) => [
          httpLimitMeanings[name],
          withUnit(name, httpLimits[name]),
        ]),
        ['The size of a body, on the REST API.', size(bodyBytes.rest)],
        ['The size of a body, on the GraphQL API.', size(bodyBytes.graphql)],
        ['The size of a body, of `/admin/graphql` and `POST /admin/users/bulk`.', size(bodyBytes.admin)],
        ['The number of connections (`MAX_CONNECTIONS`).', defaultOf('MAX_CONNECTIONS')],
        [
          'The number of connections from one address (`MAX_CONNECTIONS_PER_ADDRESS`).',
          defaultOf('MAX_CONNECTIONS_PER_ADDRESS'),
        ],
      ],
    ),
  'docs/reference/graphql.md subgraph': () =>
    table(
      ['query', 'code', 'when'],
      (['_service', '_entities'] as const).flatMap((name) =>
        Object.entries(operationNamed(name).errors).map(([error, when]) => [code(name), code(error), when]),
      ),
    ),
  'docs/reference/admin-api.md operations': adminOperationList,
  'docs/reference/admin-api.md common': commonAdminErrors,
  ...apiParts(),
};

const glossary = (what: string, meanings: Readonly<Record<string, string>>): string =>
  table(
    [what, 'meaning'],
    Object.entries(meanings).map(([name, meaning]) => [code(name), meaning]),
  );

function settingCells({ name, rule, default: byDefault, meaning, example }: SettingDocumentation): string[] {
  const text = example === null ? meaning : `${meaning} Example: \`${example}\``;
  return [code(name), text, rule?.replace('must be ', '') ?? 'any text', code(byDefault) || 'none'];
}

/** Without a service: none of them is read. */
const declaredMetrics = (): Metric[] => [
  ...metrics.flatMap((read) => read({ stores: {}, legacy: {} } as never)),
  ...droppedConnectionMetrics(new DroppedConnections(createLog('silent'))),
];

const defaultOf = (setting: string): string => settings.find(({ name }) => name === setting)?.default ?? '';
const size = (bytes: number): string => `${bytes / 1024} kB`;
const withUnit = (name: string, value: number): string =>
  name.endsWith('Ms') ? `${value / 1000} s` : name.endsWith('Bytes') ? size(value) : String(value);

const marker = /<!-- (.+?): made from the code -->/g;
const markedPart = /(<!-- (\w+): made from the code -->\n)(?:(?!<!-- ).*\n)*(<!-- end -->)/g;

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
  if (notRendered.length > 0)
    throw new Error(`not "<!-- name: made from the code -->" to "<!-- end -->": ${notRendered[0]}`);
  return { rendered, used };
}

/** Each document with parts that are made from the code, as it is and as it should be. */
export function renderedDocs(): { file: string; current: string; expected: string }[] {
  const withParts = pages.filter((file) => readText(file).includes('made from the code -->'));
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
