import type { PublicGeneration } from '@atelier/contract';
import { useState } from 'react';
import { useStore } from '#lib/store.ts';
import type { Pick } from '#product/batches/use-pick.ts';
import { createKeptIds } from '#product/kept/kept-ids.ts';

/** Results that are out of the choice: a note of this browser, since a batch itself knows its picks alone. */
const ruledOut = createKeptIds('ruled-out', 1_000);

type Generations = readonly PublicGeneration[];

/** State of some results before a decision about them. */
type Before = {
  set: number;
  ids: readonly string[];
  outIds: readonly string[];
  pickedId: string | undefined;
};

export type Verdicts = ReturnType<typeof useVerdicts>;

/** The user's decisions about the results of a batch, each of which can be taken back during this visit. */
export function useVerdicts(pick: Pick) {
  const outIds = useStore(ruledOut);
  const [decisions, setDecisions] = useState<readonly Before[]>([]);
  const isOut = (id: string) => outIds.includes(id);
  const choose = (set: number, id: string | undefined) => {
    if (pick.findPickedId(set) !== id) void pick.choose(set, id ?? null);
  };
  const decide = (set: number, ids: readonly string[], pickedId: string | undefined, isMarked: boolean) => {
    const before = { set, ids, outIds: ids.filter(isOut), pickedId: pick.findPickedId(set) };
    setDecisions((known) => [...known, before]);
    ruledOut[isMarked ? 'add' : 'remove'](ids);
    choose(set, pickedId);
  };
  const last = decisions.at(-1);
  const undo = ({ set, ids, outIds: outBefore, pickedId }: Before) => {
    setDecisions((known) => known.slice(0, -1));
    ruledOut.remove(ids);
    if (outBefore.length > 0) ruledOut.add(outBefore);
    choose(set, pickedId);
  };
  return {
    isOut,
    pickedId: pick.findPickedId,
    /** Whether a set was decided, by a pick or by putting out all of its results. */
    isJudged: (set: number, generations: Generations) =>
      pick.findPickedId(set) !== undefined ||
      (generations.length > 0 && generations.every(({ id }) => isOut(id))),
    /** Picks a result, or takes its pick back. */
    pick: (set: number, id: string, isPicked: boolean) => decide(set, [id], isPicked ? id : undefined, false),
    /** Puts results out, or lets them in again. A pick is no longer one when it is put out. */
    putOut: (set: number, ids: readonly string[], isMarked: boolean) => {
      const pickedId = pick.findPickedId(set);
      decide(set, ids, pickedId !== undefined && ids.includes(pickedId) ? undefined : pickedId, isMarked);
    },
    /** Makes a set undecided. */
    reopen: (set: number, generations: Generations) =>
      decide(
        set,
        generations.map(({ id }) => id),
        undefined,
        false,
      ),
    /** Takes the latest decision back; undefined when none is left. */
    undo: last && (() => undo(last)),
  };
}
