const shownPercents = new Map<string, number>();

/** The higher of this and all earlier estimates of the same job: a bar never goes back. */
export function steadyPercent(key: string, percent: number): number {
  const shown = Math.max(percent, shownPercents.get(key) ?? 0);
  shownPercents.set(key, shown);
  return shown;
}
