import type { FigureStore } from './figure.store';
import type { AccountCounts } from './figure-kinds';

const hourMs = 3_600_000;

/** How far back the figures go, and how many hours of the clock in UTC are one bar. */
export const figureRanges = {
  '24h': { hours: 24, hoursOfBar: 1 },
  '7d': { hours: 168, hoursOfBar: 6 },
  '30d': { hours: 720, hoursOfBar: 24 },
  '90d': { hours: 2160, hoursOfBar: 24 },
} as const;
export type FigureRange = keyof typeof figureRanges;

export interface LabelCount {
  label: string;
  count: number;
}

/** What happened in some hours. */
export interface FigureBar {
  startTs: Date;
  signIns: LabelCount[];
  rejected: LabelCount[];
  newAccounts: number;
}

export interface AccountFigures extends AccountCounts {
  countedTs: Date;
}

export interface Figures {
  range: FigureRange;
  /** Oldest first. The last one is not over. */
  bars: FigureBar[];
  sinceTs: Date | null;
  countedTs: Date | null;
  accounts: AccountFigures | null;
}

export async function readFigures(store: FigureStore, range: FigureRange, now: Date): Promise<Figures> {
  const { hours, hoursOfBar } = figureRanges[range];
  const barMs = hoursOfBar * hourMs;
  const count = hours / hoursOfBar;
  const firstMs = now.getTime() - (now.getTime() % barMs) - (count - 1) * barMs;
  const bars = Array.from(
    { length: count },
    (_, i): FigureBar => ({ startTs: new Date(firstMs + i * barMs), signIns: [], rejected: [], newAccounts: 0 }),
  );
  for (const { kind, label, count, startTs } of await store.counts(new Date(firstMs), hoursOfBar * 3600)) {
    const bar = bars[(startTs.getTime() - firstMs) / barMs];
    if (!bar) continue;
    if (kind === 'sign_in') bar.signIns.push({ label, count });
    else if (kind === 'rejected') bar.rejected.push({ label, count });
    else bar.newAccounts += count;
  }
  const { sinceTs, countedTs } = await store.counted();
  const accounts = await store.accounts();
  return { range, bars, sinceTs, countedTs, accounts };
}
