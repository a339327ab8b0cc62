/** A metric that a feature declares. Its value is read when Prometheus scrapes the metrics. */
export interface Metric {
  name: `gatehouse_${string}`;
  help: string;
  type: 'gauge' | 'counter';
  /** All values of a label must come from a fixed list, so that requests cannot add time series. */
  labels?: readonly string[];
  /**
   * Returns a number, or for a metric with labels one sample for each label value. A gauge may ask the database. If that
   * fails, the scrape has no value for this gauge.
   */
  read(): number | readonly Sample[] | Promise<number>;
}

export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}
