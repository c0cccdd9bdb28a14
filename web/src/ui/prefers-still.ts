/** Whether the user wants to load no more than what they ask for. */
export function savesData(): boolean {
  const { connection }: Navigator & { connection?: { saveData?: boolean } } = navigator;
  return connection?.saveData === true;
}

/** Whether nothing may start to move without being asked: the user wants less motion, or less data. */
export function prefersStill(): boolean {
  return savesData() || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
