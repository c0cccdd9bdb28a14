export type Backend = 'postgres' | 'redis';

export type Unit = '/s' | 'ms' | 's' | 'MB' | 'calls' | 'trips' | 'jobs' | 'files' | 'events';
export type Quantity = { value: number; unit: Unit };

/** One line of the table. */
export type Finding = {
  what: string;
  measured: Quantity;
  /** The floor or peer of the same run; the ratio is measured / reference. */
  reference?: Quantity & { what: string };
  /** In words, as budgets state it; absent for a figure that only explains another. */
  target?: string;
  isMet?: boolean;
};

export type RowResult = {
  findings: Finding[];
  /** How it was measured, as far as one has to know it to read the figures. */
  notes: string[];
};

export type RowContext = {
  backend: Backend;
  /** Present when the backend is Redis: one that is this row's alone. */
  redisUrl: string | undefined;
  isQuick: boolean;
  /** CPU profiles of api and worker go here; absent: none are taken. */
  profileFolder: string | undefined;
  /** Everything a row opens is registered here and closed, last first, when the row ends or is interrupted. */
  resources: AsyncDisposableStack;
  say(line: string): void;
};

/** A row of the budgets' server table. Rows measure and never assert: a missed target is printed, not thrown. */
export type Row = {
  id: string;
  title: string;
  /** False: measured once, whatever the backend. */
  isPerBackend: boolean;
  /** What the row is about needs this backend; without it, it is not measured. */
  onlyOn?: Backend;
  run(context: RowContext): Promise<RowResult>;
};
