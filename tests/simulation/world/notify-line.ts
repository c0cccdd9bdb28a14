/** The event that joins all changes of a line within 200 ms of real time, which a schedule does not have. */
export function notifyLine(): void {
  // Browsers read the line again when they connect.
}
