import { Counter, Histogram, type Registry } from 'prom-client';

/**
 * Counts the places in users' lines that this process gave. `secondsFree`: from the commit that freed the place to that
 * which gave it; undefined when another process had freed it.
 */
export function addLineMetrics(registry: Registry): (secondsFree: number | undefined) => void {
  const registers = [registry];
  const given = new Counter({
    name: 'atelier_line_places_given_total',
    help: 'Waiting generations that this process started',
    registers,
  });
  const seconds = new Histogram({
    name: 'atelier_line_place_free_seconds',
    help: 'How long a place was free before the next generation in the line got it',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15],
    registers,
  });
  return (secondsFree) => {
    given.inc();
    if (secondsFree !== undefined) seconds.observe(secondsFree);
  };
}
