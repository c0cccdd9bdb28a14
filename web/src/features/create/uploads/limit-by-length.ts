import type { Kind } from '@atelier/catalog';
import { isStill } from '#product/media-facts.build.ts';

/** The setting that limits how much of a file is paid for. */
export const limitName = 'max_seconds';

/** The server lets a file be as much longer than its limit. */
const toleranceSeconds = 0.25;

/** Lists the fields whose files have a length that the setting limits. */
export function listTimedFields({ fields }: Kind): string[] {
  if (!fields[limitName]) return [];
  return Object.entries(fields).flatMap(([name, { widget }]) =>
    widget.type === 'upload' && isStill[widget.accept as keyof typeof isStill] !== true ? [name] : [],
  );
}

type Limit = { seconds: number; isEnough: boolean };

/** Finds the shortest limit that a file of this length fits in, else the longest; undefined where there is no choice. */
export function findLimit({ fields }: Kind, seconds: number): Limit | undefined {
  const widget = fields[limitName]?.widget;
  if (widget?.type !== 'choice') return undefined;
  const limits = widget.options.map(({ value }) => Number(value)).toSorted((a, b) => a - b);
  const fitting = limits.find((limit) => seconds <= limit + toleranceSeconds);
  const longest = limits.at(-1);
  if (fitting !== undefined) return { seconds: fitting, isEnough: true };
  return longest === undefined ? undefined : { seconds: longest, isEnough: false };
}
