/** A metric that a feature declares. Its value is read at each scrape. */
export interface Metric {
  name: `gatehouse_${string}`;
  help: string;
  type: 'gauge' | 'counter';
  /** Label values come from closed lists, so that no request can add a series. */
  labels?: readonly string[];
  /** A number, or with labels one sample for each label value. */
  read(): number | readonly Sample[];
}

export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}
