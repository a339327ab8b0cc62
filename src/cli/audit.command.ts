import { setTimeout as delay } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AuditService } from '../admin/audit.service';
import { explain } from '../admin/explanation';
import { type AuditEvent, auditActions } from '../audit/audit-event';
import type { Config } from '../config';
import { createLog } from '../log';
import { createAuditService } from '../services';
import { parseCount, parsePerson } from './arguments';
import { print, toJson, upTo, visible, working } from './terminal';
import { withStores } from './with-stores';

const followEveryMs = 1000;
/** Rows at a time. */
const mostFollowed = 1000;

interface AuditOptions {
  person?: string;
  action?: keyof typeof auditActions;
  network?: string;
  since?: Date;
  until?: Date;
  limit: number;
  follow?: boolean;
  json?: boolean;
}

export function registerAuditCommands(program: Command, config: () => Config): void {
  program
    .command('audit')
    .description('what was done and refused, the newest last')
    .option('--person <id|e-mail>', 'of one person', parsePerson)
    .addOption(new Option('--action <action>', 'of one kind').choices(Object.keys(auditActions)))
    .option('--network <network>', 'from one IPv4 address or IPv6 /64, as it is shown')
    .option('--since <time>', 'an ISO 8601 time, or how long ago: 90s, 15m, 24h, 7d', parseTime)
    .option('--until <time>', 'likewise', parseTime)
    .option('--limit <number>', 'at most so many', parseCount, 50)
    .option('--follow', 'go on with what comes')
    .option('--json', 'a JSON object a line, for scripts')
    .action((options: AuditOptions) =>
      withAudit(config(), async (audit) => {
        const { person = null, follow, json, limit, ...filter } = options;
        const list = async (atMost: number, since = filter.since) => {
          const wanted = { ...filter, ...(since && { since }), limit: atMost + 1 };
          return upTo(atMost, await audit.list(wanted, person), '--since and --until').reverse();
        };
        const show = (events: AuditEvent[]) => {
          for (const event of events) process.stdout.write(`${json ? toJson(event) : visible(lineOf(event))}\n`);
        };
        const shown = await working('reading the audit', () => list(limit));
        show(shown);
        // A row of repeats comes again whenever it has grown.
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
    .argument('<request-id>', 'as the answer has it in X-Request-Id, and the log')
    .description('why a request was answered as it was')
    .option('--json', 'for scripts')
    .action((requestId: string, { json }: { json?: boolean }) =>
      withAudit(config(), async (audit) => {
        const found = await working('reading the audit', () => audit.ofRequest(requestId));
        if (found.length === 0) {
          throw new Error(
            'nothing was written down of this request: it changed nothing, its input broke a rule, it is older than AUDIT_RETENTION, or it is one of many alike; see the log',
          );
        }
        const lines = found.flatMap((one) => [...explain(one), '']);
        print(json, found, lines.slice(0, -1));
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
    details.limit ?? details.reason ?? '',
    count > 1 ? `× ${count}` : '',
    event.requestIds.at(-1) ?? '',
  ];
  return words.filter((word) => word !== '').join('  ');
}

function withAudit(config: Config, act: (audit: AuditService) => Promise<void>): Promise<void> {
  return withStores(config, async (stores) => act(await createAuditService(config, stores, createLog('silent'))));
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
