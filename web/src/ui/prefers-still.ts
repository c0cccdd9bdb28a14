/** Whether nothing may start to move without being asked: the user wants less motion, or less data. */
export function prefersStill(): boolean {
  const { connection }: Navigator & { connection?: { saveData?: boolean } } = navigator;
  return connection?.saveData === true || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
