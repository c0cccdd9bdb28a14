import type { Kind } from '@atelier/catalog';
import { type KeyboardEvent, useState } from 'react';
import type { KindEntry } from '#product/kinds/kind-entries.build.ts';
import type { SheetRow, SheetRows } from './sheet-rows.ts';

/** Most models of one comparison. */
const mostTicked = 4;

type ChoiceOf = {
  chosen: Kind;
  list: SheetRows;
  onChoose: (entry: KindEntry) => void;
  onClose: () => void;
};

/** The row at hand and the ticked models of the sheet, with the keys of its search field. */
export function useSheetChoice({ chosen, list, onChoose, onClose }: ChoiceOf) {
  const { rows, isSearched, setVariant } = list;
  const [activeId, setActiveId] = useState<string>();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  /** Whether the last key moved in the list: then the space bar ticks, and types nothing. */
  const [isMoving, setMoving] = useState(false);
  const active = rows.find(({ offer }) => offer.entry.id === activeId) ?? findFirst(list, chosen);
  const choose = (row: SheetRow | undefined) => {
    if (!row) return;
    onClose();
    onChoose(row.offer.entry);
  };
  const isTicked = ({ offer }: SheetRow) => ticked.includes(offer.entry.id);
  const canTick = (row: SheetRow) => isTicked(row) || (row.canTry && ticked.length < mostTicked);
  const tick = (row: SheetRow) => {
    const { id } = row.offer.entry;
    if (canTick(row))
      setTicked((known) => (known.includes(id) ? known.filter((each) => each !== id) : [...known, id]));
  };
  const show = (offer: SheetRow['offer']) => {
    setVariant(offer.family.id, offer.entry.id);
    setActiveId(offer.entry.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = findNext(event.key, { rows, active, canTurn: isMoving || !isSearched });
    setMoving(next !== undefined || (isMoving && event.key === ' '));
    if (event.key === 'Enter') choose(active);
    else if (next) show(next);
    else if (event.key === ' ' && isMoving && active) tick(active);
    else return;
    event.preventDefault();
  };
  return {
    active,
    choose,
    ticked,
    isTicked,
    canTick,
    tick,
    show,
    isMoving,
    onKeyDown,
    reset: () => setActiveId(undefined),
  };
}

/** The row of the chosen model, which a search leaves to what it finds best. */
function findFirst({ rows, isSearched }: SheetRows, { id }: Kind): SheetRow | undefined {
  const own = rows.find(({ variants }) => variants.some(({ entry }) => entry.id === id));
  return (isSearched ? undefined : own) ?? rows[0];
}

type Place = { rows: readonly SheetRow[]; active: SheetRow | undefined; canTurn: boolean };

/** Finds the offer that an arrow key leads to; sideways ones belong to the text while one is typed. */
function findNext(key: string, { rows, active, canTurn }: Place): SheetRow['offer'] | undefined {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
  if (!step || !active) return undefined;
  if (key === 'ArrowDown' || key === 'ArrowUp')
    return rows[Math.max(0, Math.min(rows.length - 1, rows.indexOf(active) + step))]?.offer;
  const { variants, offer } = active;
  return canTurn ? variants[(variants.indexOf(offer) + step + variants.length) % variants.length] : undefined;
}
