import { median, percentile } from './statistics.ts';

/** What a closed loop of callers reached. */
export type Load = { count: number; perSecond: number; p50Ms: number; p99Ms: number };

/** From the duration of each call and of the whole. */
export function summarize(latenciesMs: readonly number[], wallMs: number): Load {
  return {
    count: latenciesMs.length,
    perSecond: latenciesMs.length / (wallMs / 1000),
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  };
}

/** The median of each figure over several rounds. */
export function medianLoad(rounds: readonly Load[]): Load {
  return {
    count: median(rounds.map((round) => round.count)),
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
  };
}
