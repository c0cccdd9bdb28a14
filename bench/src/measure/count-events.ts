/** A change of a generation as one socket received it. */
export type SeenChange = { id: string; revision: number; status: string };

export type EventCounts = {
  /** Generations whose completion was never sent. */
  lost: number;
  /** Surplus events: a repeated revision, or a second completion. */
  duplicated: number;
};

/** Compares the events that the owners' sockets received with those they should have received. */
export function countEvents(ids: readonly string[], changes: readonly SeenChange[]): EventCounts {
  const revisions = new Set<string>();
  const completed = new Set<string>();
  let duplicated = 0;
  for (const { id, revision, status } of changes) {
    const isCompleted = status === 'completed';
    if (revisions.has(`${id} ${revision}`) || (isCompleted && completed.has(id))) duplicated += 1;
    revisions.add(`${id} ${revision}`);
    if (isCompleted) completed.add(id);
  }
  return { lost: ids.filter((id) => !completed.has(id)).length, duplicated };
}
