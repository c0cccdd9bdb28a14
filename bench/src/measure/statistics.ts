/** Nearest-rank percentile; `share` is 0 to 1. NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

/** NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The result of a closed loop of callers. */
export type Load = { count: number; perSecond: number; p50Ms: number; p99Ms: number };

export function summarize(latenciesMs: readonly number[], wallMs: number): Load {
  return {
    count: latenciesMs.length,
    perSecond: latenciesMs.length / (wallMs / 1000),
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  };
}

/** The median of each figure over all rounds. */
export function medianLoad(rounds: readonly Load[]): Load {
  return {
    count: median(rounds.map((round) => round.count)),
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
  };
}
