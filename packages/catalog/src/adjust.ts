import type { Adjustment } from './define-kind.ts';

export type Adjuster = {
  /** The nearest value fal takes; noted when it is another one. */
  clamp: (field: string, value: number, range: { min: number; max: number }) => number;
  note: (adjustment: Adjustment) => void;
  adjustments: Adjustment[];
};

/** Collects what a mapping changes, so that the record can show it (ruling 13). */
export function createAdjuster(): Adjuster {
  const adjustments: Adjustment[] = [];
  return {
    adjustments,
    note: (adjustment) => void adjustments.push(adjustment),
    clamp(field, value, { min, max }) {
      const nearest = Math.min(max, Math.max(min, value));
      if (nearest !== value)
        adjustments.push({ field, from: value, to: nearest, reason: 'outside_model_range' });
      return nearest;
    },
  };
}
