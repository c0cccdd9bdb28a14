export type Backend = 'postgres' | 'redis';

export type Unit = '/s' | 'ms' | 's' | 'MB' | 'B' | 'calls' | 'trips' | 'jobs' | 'files' | 'events' | 'rows';
export type Quantity = { value: number; unit: Unit };

/** One line of the table. */
export type Finding = {
  what: string;
  measured: Quantity;
  /** The baseline or peer from the same run; the ratio is measured / reference. */
  reference?: Quantity & { what: string };
  /** Target in words; absent for a figure that only explains another. */
  target?: string;
  isMet?: boolean;
};

export type ScenarioResult = {
  findings: Finding[];
  /** How it was measured, as far as needed to interpret the figures. */
  notes: string[];
};

export type ScenarioContext = {
  backend: Backend;
  /** Set when the backend is Redis; only this scenario uses that database. */
  redisUrl: string | undefined;
  isQuick: boolean;
  /** A size other than the scenario's own, for those that have one. */
  generations?: number | undefined;
  /** Where CPU profiles of api and worker are written; without it none are taken. */
  profileFolder: string | undefined;
  /** Everything that a scenario opens is registered here and closed when it ends or is interrupted. */
  resources: AsyncDisposableStack;
  print(line: string): void;
};

/** Scenarios measure and never assert: a missed target is printed, not thrown. */
export type Scenario = {
  id: string;
  title: string;
  /** Whether each backend is measured; otherwise one, whichever it is. */
  isPerBackend: boolean;
  /** Measured only on this backend. */
  onlyOn?: Backend;
  run(context: ScenarioContext): Promise<ScenarioResult>;
};
