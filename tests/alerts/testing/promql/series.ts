import type { Selector } from './parse-expression.ts';

export type Labels = Readonly<Record<string, string>>;

/** Sample of a series. Its value is undefined for a stale marker of Prometheus: the series ended here. */
export type Sample = { timeMs: number; value: number | undefined };

export type Series = { name: string; labels: Labels; samples: Sample[] };

/** Reads `name{label="value"}`. */
export function parseSeriesName(text: string): Pick<Series, 'name' | 'labels'> {
  const [, name, labels = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?$/.exec(text) ?? [];
  if (name === undefined) throw new Error(`No series: ${text}`);
  const pairs = [...labels.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,\s*|$)/g)];
  if (pairs.map(([pair]) => pair).join('') !== labels) throw new Error(`No labels: ${text}`);
  return { name, labels: Object.fromEntries(pairs.map(([, label = '', value = '']) => [label, value])) };
}

/**
 * Reads promtool's notation, one sample per interval: `1 2 3`, `0+2x10` (eleven samples), `7x10` (eleven too), `_x5`
 * (nothing at five times) and `stale`.
 */
export function parseSamples(text: string, intervalMs: number): Sample[] {
  const values = text.trim().split(/\s+/).flatMap(parseStep);
  return values.flatMap((value, index) => (value === null ? [] : [{ timeMs: index * intervalMs, value }]));
}

const number = String.raw`-?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?)`;
const stepForm = new RegExp(`^(${number})(?:([-+]${number.slice(2)}))?(?:x(\\d+))?$`);

/** Returns the values of a step, with null for a missing sample. */
function parseStep(step: string): (number | undefined | null)[] {
  if (step === 'stale') return [undefined];
  const [, gaps] = /^_(?:x(\d+))?$/.exec(step) ?? [];
  if (step.startsWith('_')) return Array.from({ length: Number(gaps ?? 1) }, () => null);
  const [whole, start, increment = '0', count = '0'] = stepForm.exec(step) ?? [];
  if (whole === undefined) throw new Error(`No samples: ${step}`);
  return Array.from({ length: Number(count) + 1 }, (_, index) => Number(start) + Number(increment) * index);
}

/** A series without a sample for this long is gone. */
const lookbackMs = 300_000;

export type Store = {
  /** The newest value of each series that is not stale. */
  instant(selector: Selector, timeMs: number): { labels: Labels; value: number }[];
  /** Samples of each series in the range that ends now; its start is not part of it, as since Prometheus 3. */
  range(selector: Selector, timeMs: number, rangeMs: number): { labels: Labels; samples: Known[] }[];
};

export type Known = { timeMs: number; value: number };

export type Element = { labels: Labels; value: number };
export type Vector = Element[];
export type Result = number | Vector;

/** Series over which an expression is evaluated, and the time. */
export type Context = { store: Store; timeMs: number };

export function createStore(all: readonly Series[]): Store {
  const select = ({ name, matchers }: Selector) =>
    all.filter(
      (series) =>
        series.name === name && matchers.every(({ label, isWanted }) => isWanted(series.labels[label] ?? '')),
    );
  return {
    instant: (selector, timeMs) =>
      select(selector).flatMap(({ labels, samples }) => {
        const newest = within(samples, timeMs - selector.offsetMs, lookbackMs).at(-1);
        return newest?.value === undefined ? [] : [{ labels, value: newest.value }];
      }),
    range: (selector, timeMs, rangeMs) =>
      select(selector).flatMap(({ labels, samples }) => {
        const inside = within(samples, timeMs - selector.offsetMs, rangeMs).filter(isKnown);
        return inside.length === 0 ? [] : [{ labels, samples: inside }];
      }),
  };
}

function isKnown(sample: Sample): sample is Known {
  return sample.value !== undefined;
}

function within(samples: Sample[], endMs: number, rangeMs: number): Sample[] {
  return samples.slice(countUntil(samples, endMs - rangeMs), countUntil(samples, endMs));
}

/** How many samples are at or before the time. */
function countUntil(samples: Sample[], timeMs: number): number {
  let [low, high] = [0, samples.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((samples[middle]?.timeMs ?? Number.POSITIVE_INFINITY) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
