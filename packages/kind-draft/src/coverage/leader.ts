/** One of the leading models of a task. */
export type Leader = {
  name: string;
  /** Ids at fal that do the task with this model, the best first; none when fal does not sell it. */
  endpoints: readonly string[];
  /** Why none of them is sold here; "not built yet" when absent. */
  why?: string;
  /** Field of a kind without which its endpoint does not do the task. */
  field?: string;
};

/** A task with its leading models, in the order of the source, and the day on which that was published or read. */
export type Task = { name: string; source: string; on: string; leaders: readonly Leader[] };

/** A leading model that fal does not sell. */
export const notAtFal = (name: string): Leader => ({ name, endpoints: [] });

export const leader = (name: string, endpoints: readonly string[], why?: string): Leader => ({
  name,
  endpoints,
  ...(why ? { why } : {}),
});

export const noPrice = 'its price was not read';
