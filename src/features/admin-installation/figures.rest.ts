import { about, component, nullable, object, string, timestamp, toTimestamp } from '../../platform/rest/json-schema';
import { exampleTs } from '../users/user.rest';
import { accountFigureDescriptions, barDescriptions, figureDescriptions, labelDescriptions } from './descriptions';
import type { Figures, LabelCount } from './figures';

const toLabelRecords = (counts: readonly LabelCount[]) => counts.map(({ label, count }) => ({ label, count }));

export function toFiguresRecord({ range, bars, sinceTs, countedTs, accounts }: Figures) {
  return {
    range,
    bars: bars.map(({ startTs, signIns, rejected, newAccounts }) => ({
      start_ts: toTimestamp(startTs),
      sign_ins: toLabelRecords(signIns),
      rejected: toLabelRecords(rejected),
      new_accounts: newAccounts,
    })),
    since_ts: sinceTs && toTimestamp(sinceTs),
    counted_ts: countedTs && toTimestamp(countedTs),
    accounts: accounts && {
      total: accounts.total,
      active: accounts.active,
      verified: accounts.verified,
      two_step: accounts.twoStep,
      passkey: accounts.passkey,
      counted_ts: toTimestamp(accounts.countedTs),
    },
  };
}

const count = { type: 'integer', minimum: 0 } as const;

const labelCountSchema = component('LabelCount', 'How often something with this label happened.', () =>
  object({ label: about(string, labelDescriptions.label), count: about(count, labelDescriptions.count) }),
);
const labels = (description: string) => ({ type: 'array', description, items: labelCountSchema });

const barSchema = component('FigureBar', 'What happened in some hours.', () =>
  object({
    start_ts: timestamp(barDescriptions.startTs),
    sign_ins: labels(barDescriptions.signIns),
    rejected: labels(barDescriptions.rejected),
    new_accounts: about(count, barDescriptions.newAccounts),
  }),
);

export const figuresSchema = component('Figures', 'What happened, and how many accounts there are.', () =>
  object({
    range: about(string, figureDescriptions.range),
    bars: { type: 'array', description: figureDescriptions.bars, items: barSchema },
    since_ts: nullable(timestamp(figureDescriptions.sinceTs)),
    counted_ts: nullable(timestamp(figureDescriptions.countedTs)),
    accounts: nullable({
      ...object({
        total: about(count, accountFigureDescriptions.total),
        active: about(count, accountFigureDescriptions.active),
        verified: about(count, accountFigureDescriptions.verified),
        two_step: about(count, accountFigureDescriptions.twoStep),
        passkey: about(count, accountFigureDescriptions.passkey),
        counted_ts: timestamp(accountFigureDescriptions.countedTs),
      }),
      type: 'object',
      description: figureDescriptions.accounts,
    }),
  }),
);

export const exampleFigures: Figures = {
  range: '24h',
  bars: [
    {
      startTs: new Date('2026-11-20T17:00:00.000Z'),
      signIns: [
        { label: 'passkey', count: 120 },
        { label: 'password', count: 220 },
      ],
      rejected: [{ label: 'wrong password', count: 21 }],
      newAccounts: 12,
    },
  ],
  sinceTs: new Date('2026-09-01T00:00:00.000Z'),
  countedTs: exampleTs,
  accounts: { total: 48_200, active: 31_050, verified: 45_900, twoStep: 6_020, passkey: 9_640, countedTs: exampleTs },
};
