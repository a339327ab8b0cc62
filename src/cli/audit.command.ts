import { setTimeout as delay } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createAuditSearch } from '../compose/admin-audit';
import type { AuditSearchService } from '../features/admin-audit/audit-search.service';
import { explainRequest, moreEvents } from '../features/admin-audit/explanation';
import { auditActions } from '../platform/audit/action';
import type { AuditEvent } from '../platform/audit/audit-event';
import { createLog } from '../platform/observability/log';
import { textOf } from '../platform/runtime/sentence';
import { parseCount, parseOrganizationId, parsePerson } from './arguments';
import type { CommandContext } from './command-context';
import { examples } from './help';
import { toJson } from './terminal';
import { withStores } from './with-stores';

const followEveryMs = 1000;
/** The maximum number of events that `--follow` prints at a time. */
const mostFollowed = 1000;

interface AuditOptions {
  person?: string;
  actor?: string;
  action?: string;
  network?: string;
  organization?: string;
  since?: Date;
  until?: Date;
  limit: number;
  follow?: boolean;
  json?: boolean;
}

export function registerAuditCommands(program: Command, context: CommandContext): void {
  const { terminal } = context;
  program
    .command('audit')
    .description('list what was done and what was rejected, newest last')
    .option('--person <id|e-mail>', 'only events of this user', parsePerson)
    .option('--actor <id|e-mail>', 'only what this super admin did, also as a user', parsePerson)
    .addOption(new Option('--action <action>', 'only events with this action').choices(auditActions.names()))
    .option('--network <network>', 'only events from this IPv4 address or IPv6 /64, written as in the list')
    .option('--organization <id>', 'only events of this organization', parseOrganizationId)
    .option(
      '--since <time>',
      'only events after this time (2026-11-20T17:30Z), or how long ago (90s, 15m, 24h, 7d)',
      parseTime,
    )
    .option('--until <time>', 'only events before this time, in the same form', parseTime)
    .option('--limit <number>', 'list at most this many events', parseCount, 50)
    .option('--follow', 'wait for new events and list them, until Ctrl-C')
    .option('--json', 'print one JSON object per line, for scripts')
    .addHelpText('after', examples('audit --person ada@example.com --since 24h', 'audit --action limited --follow'))
    .action((options: AuditOptions) =>
      withAudit(context, async (audit) => {
        const { person = null, actor = null, organization, follow, json, limit, ...given } = options;
        const filter = { ...given, ...(organization && { organizationId: organization }) };
        const list = async (atMost: number, since = filter.since) => {
          const wanted = { ...filter, ...(since && { since }), limit: atMost + 1 };
          return terminal.upTo(atMost, await audit.list(wanted, person, actor), 'or --since and --until').reverse();
        };
        const show = (events: AuditEvent[]) => {
          for (const event of events) terminal.printLine(json ? toJson(event) : lineOf(event));
        };
        const shown = await terminal.working('reading the audit', () => list(limit));
        show(shown);
        // When a further failure is added to a row, the query returns the row again.
        let last = shown.at(-1)?.lastTs ?? new Date();
        const known = new Set(shown.map(stateOf));
        while (follow) {
          await delay(followEveryMs);
          const newer = await list(mostFollowed, last);
          const unseen = newer.filter((event) => !known.has(stateOf(event)));
          show(unseen);
          for (const event of unseen) known.add(stateOf(event));
          last = newer.at(-1)?.lastTs ?? last;
        }
      }),
    );

  program
    .command('explain')
    .argument('<request-id>', 'the X-Request-Id of the response, or the requestId of a line in the log')
    .description('explain why a request was rejected, or what it did')
    .option('--json', 'print JSON, for scripts')
    .addHelpText('after', examples('explain 01a1fafd-5d48-74fb-874f-7e0ccacee987'))
    .action((requestId: string, { json }: { json?: boolean }) =>
      withAudit(context, async (audit) => {
        const found = await terminal.working('reading the audit', () => audit.ofRequest(requestId));
        if (found.explained.length === 0) {
          throw new Error(
            'the audit has no event of this request. Either the request changed nothing, or its input broke a rule, or its event is older than AUDIT_RETENTION or was combined with similar events. Search the log for this id',
          );
        }
        if (json && found.hasMore) terminal.note(textOf(moreEvents));
        terminal.print(json, found.explained, explainRequest(found).lines);
      }),
    );
}

const stateOf = ({ id, count }: AuditEvent) => `${id} ${count}`;

function lineOf(event: AuditEvent): string {
  const { details, count } = event;
  const words = [
    event.lastTs.toISOString(),
    event.action.padEnd(20),
    event.outcome.padEnd(19),
    (event.network ?? '-').padEnd(15),
    event.userId ?? (event.accountKey ? `address ${event.accountKey.slice(0, 8)}` : '-'),
    event.actorId ? `by ${event.actorId}` : '',
    details.limit ?? details.reason ?? '',
    count > 1 ? `× ${count}` : '',
    event.requestIds.at(-1) ?? '',
  ];
  return words.filter((word) => word !== '').join('  ');
}

function withAudit(context: CommandContext, act: (audit: AuditSearchService) => Promise<void>): Promise<void> {
  return withStores(context, async (stores, config) =>
    act(await createAuditSearch(config, stores, createLog('silent'))),
  );
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function parseTime(text: string): Date {
  const [, number, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const time = number ? new Date(Date.now() - Number(number) * (unitMs[unit] ?? 0)) : new Date(text);
  if (Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('It must be a time such as 2026-11-20T17:30Z, or how long ago, such as 15m.');
  }
  return time;
}
