import type { Expression } from './parse-expression.ts';
import type { Context, Element, Known, Labels, Result, Vector } from './series.ts';

type Call = Extract<Expression, { type: 'call' }>;
type Evaluate = (expression: Expression, context: Context) => Result;

/** Each sees the samples in the range, and where it lies. */
const overRange: Record<string, (samples: Known[], range: Range) => number | undefined> = {
  increase: (samples, range) => extrapolatedIncrease(samples, range),
  rate: (samples, range) => {
    const increase = extrapolatedIncrease(samples, range);
    return increase === undefined ? undefined : increase / ((range.endMs - range.startMs) / 1_000);
  },
  changes: (samples) =>
    samples.filter(({ value }, index) => index > 0 && value !== samples[index - 1]?.value).length,
  last_over_time: (samples) => samples.at(-1)?.value,
};

/** Exactly the functions that the rules use; any other is refused. */
export function callFunction(call: Call, context: Context, evaluate: Evaluate): Result {
  const [first, second] = call.operands;
  if (call.name === 'time' && !first) return context.timeMs / 1_000;
  if (!first) throw new Error(`Not supported: ${call.name} without operands`);
  if (first.type === 'range') return callOverRange(call.name, first, context);
  const value = evaluate(first, context);
  if (typeof value === 'number') {
    if (call.name === 'histogram_quantile' && second) return quantiles(value, evaluate(second, context));
  } else if (!second) {
    if (call.name === 'abs') return value.map((element) => ({ ...element, value: Math.abs(element.value) }));
    if (call.name === 'absent') return absent(value, first);
    if (call.name === 'scalar') return value.length === 1 ? (value[0]?.value ?? Number.NaN) : Number.NaN;
  }
  throw new Error(`Not supported: the function ${call.name}`);
}

type Range = { startMs: number; endMs: number };

function callOverRange(
  name: string,
  selector: Extract<Expression, { type: 'range' }>,
  { store, timeMs }: Context,
): Vector {
  const found = store.range(selector, timeMs, selector.rangeMs);
  if (name === 'absent_over_time' && selector.matchers.length === 0)
    return found.length > 0 ? [] : [{ labels: {}, value: 1 }];
  const reduce = overRange[name];
  if (!reduce) throw new Error(`Not supported: the function ${name}`);
  const endMs = timeMs - selector.offsetMs;
  return found.flatMap(({ labels, samples }) => {
    const value = reduce(samples, { startMs: endMs - selector.rangeMs, endMs });
    return value === undefined ? [] : [{ labels, value }];
  });
}

/** Prometheus takes labels over from a plain selector's matchers; of anything else there are none to take. */
function absent(vector: Vector, operand: Expression): Vector {
  if (operand.type === 'instant') throw new Error('Not supported: absent of a plain selector');
  return vector.length > 0 ? [] : [{ labels: {}, value: 1 }];
}

/**
 * Returns the increase of a counter in a range, extrapolated to its edges where the samples come close to them, and never
 * to before the counter was 0.
 */
function extrapolatedIncrease(samples: Known[], { startMs, endMs }: Range): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || samples.length < 2) return undefined;
  let grown = last.value - first.value;
  for (const [index, { value }] of samples.entries()) {
    const before = samples[index - 1]?.value ?? 0;
    // It began at 0 again.
    if (index > 0 && value < before) grown += before;
  }
  const sampledMs = last.timeMs - first.timeMs;
  const averageMs = sampledMs / (samples.length - 1);
  const reach = (gapMs: number) => (gapMs >= averageMs * 1.1 ? averageMs / 2 : gapMs);
  const sinceZeroMs =
    grown > 0 && first.value >= 0 ? sampledMs * (first.value / grown) : Number.POSITIVE_INFINITY;
  const beforeMs = Math.min(reach(first.timeMs - startMs), sinceZeroMs);
  return grown * ((sampledMs + beforeMs + reach(endMs - last.timeMs)) / sampledMs);
}

type Bucket = { upperBound: number; count: number };

function quantiles(quantile: number, result: Result): Vector {
  if (typeof result === 'number') throw new Error('A quantile of a scalar');
  const histograms = new Map<string, { labels: Labels; buckets: Bucket[] }>();
  for (const { labels, value } of result) {
    const { le = '', ...rest } = labels;
    const key = JSON.stringify(rest);
    const histogram = histograms.get(key) ?? { labels: rest, buckets: [] };
    histograms.set(key, histogram);
    histogram.buckets.push({
      upperBound: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le),
      count: value,
    });
  }
  return [...histograms.values()].map(
    ({ labels, buckets }): Element => ({ labels, value: computeQuantile(quantile, buckets) }),
  );
}

/** Interpolated within the bucket where the quantile lies. */
function computeQuantile(quantile: number, unsorted: Bucket[]): number {
  const buckets = unsorted.toSorted((a, b) => a.upperBound - b.upperBound);
  const highest = buckets.at(-1);
  if (highest?.upperBound !== Number.POSITIVE_INFINITY || buckets.length < 2) return Number.NaN;
  if (!(highest.count > 0)) return Number.NaN;
  const rank = quantile * highest.count;
  const index = buckets.findIndex(({ count }) => count >= rank);
  const bucket = buckets[index];
  if (!bucket || index === buckets.length - 1) return buckets.at(-2)?.upperBound ?? Number.NaN;
  const below = buckets[index - 1] ?? { upperBound: 0, count: 0 };
  const part = (rank - below.count) / (bucket.count - below.count);
  return below.upperBound + (bucket.upperBound - below.upperBound) * part;
}
