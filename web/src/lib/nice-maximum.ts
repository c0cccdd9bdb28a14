const steps = [1, 2, 4, 6, 8, 10];

/** The end of a chart's scale: a round number not below `value`, whose half is round as well. At least 10. */
export function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 10)));
  return power * (steps.find((step) => step * power >= value) ?? 10);
}
