/** A change of a generation as one socket was told it. */
export type SeenChange = { id: string; revision: number; status: string };

export type EventCounts = {
  /** Generations whose completion was not told. */
  lost: number;
  /** Events too many: a revision that was told before, or a completion after the completion. */
  doubled: number;
};

/** What the sockets of the owners of these generations should have been told, against what they were told. */
export function countEvents(ids: readonly string[], changes: readonly SeenChange[]): EventCounts {
  const revisions = new Set<string>();
  const completed = new Set<string>();
  let doubled = 0;
  for (const { id, revision, status } of changes) {
    const isCompleted = status === 'completed';
    if (revisions.has(`${id} ${revision}`) || (isCompleted && completed.has(id))) doubled += 1;
    revisions.add(`${id} ${revision}`);
    if (isCompleted) completed.add(id);
  }
  return { lost: ids.filter((id) => !completed.has(id)).length, doubled };
}
