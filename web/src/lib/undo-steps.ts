type Change = { readonly group: string; readonly atMs: number };

/** Steps of undo around a present state. */
export type Steps<State> = {
  /** Earlier states, the newest last, and undone ones, the next one first. */
  readonly past: readonly State[];
  readonly future: readonly State[];
  /** The control and the time of the last change: further changes of it belong to the same step. */
  readonly lastChange: Change | undefined;
};

const maxSteps = 50;
/** Changes of one control that follow each other this closely are one step. */
const sameStepMs = 1_000;

export const noSteps = { past: [], future: [], lastChange: undefined } as const;

/** Makes the present state one to go back to, before another one takes its place. */
export function addStep<State>(
  { past, lastChange }: Steps<State>,
  present: State,
  change?: Change,
): Steps<State> {
  const isSameStep =
    change !== undefined && change.group === lastChange?.group && change.atMs - lastChange.atMs < sameStepMs;
  return {
    past: isSameStep ? past : [...past, present].slice(-maxSteps),
    future: [],
    lastChange: change,
  };
}

type Stepped<State> = { present: State; steps: Steps<State> };

/** Returns undefined when there is nothing to undo. */
export function stepBack<State>({ past, future }: Steps<State>, present: State): Stepped<State> | undefined {
  if (past.length === 0) return undefined;
  const steps = { past: past.slice(0, -1), future: [present, ...future], lastChange: undefined };
  return { present: past.at(-1) as State, steps };
}

/** Returns undefined when there is nothing to redo. */
export function stepForward<State>(
  { past, future }: Steps<State>,
  present: State,
): Stepped<State> | undefined {
  if (future.length === 0) return undefined;
  const steps = { past: [...past, present], future: future.slice(1), lastChange: undefined };
  return { present: future[0] as State, steps };
}
