import { type ChoiceOption, type Kind, maxRoll } from '@atelier/catalog';
import { useEffect, useMemo, useState } from 'react';
import { readKept, writeKept } from '#product/kept/kept.ts';
import { useKindsOfMedium } from '#product/kinds/kinds.ts';
import type { FormValues } from '../form-values.ts';
import type { SheetBase, SheetValues } from './expand.ts';
import { promptField } from './read-ideas.ts';

/** The sheet as it is kept in the browser. */
export type SheetState = SheetValues & {
  name: string;
  /** The prompt of the form that the text began with: one that was not touched follows the form. */
  startedWith: string;
  rolled: readonly number[];
};

export const maxTakes = 50;

export type Sheet = {
  state: SheetState;
  base: SheetBase;
  change: (values: Partial<SheetState>) => void;
  /** Back to what the form has. */
  startOver: () => void;
};

/** The sheet of a form, as it was left, in this browser or before a reload. */
export function useSheet(kind: Kind, values: FormValues): Sheet {
  const all = useKindsOfMedium(kind.medium);
  const kinds = useMemo(() => kindsTogether(kind, all), [kind, all]);
  const part = `${kind.medium}.${neededFiles(kind)}`;
  const [state, setState] = useState(() =>
    openSheet({ kind, kinds, values, draft: readKept('sheet', part) ?? {} }),
  );
  useEffect(() => writeKept('sheet', state, part), [part, state]);
  const { rolled } = state;
  const base = useMemo(() => ({ kind, values, kinds, rolled }), [kind, values, kinds, rolled]);
  return {
    state,
    base,
    change: (changed) => setState((known) => withRolls({ ...known, ...withoutMarks(changed), ...changed })),
    startOver: () => setState(openSheet({ kind, kinds, values, draft: {} })),
  };
}

/** The kinds whose lines can be in one sheet: those of a medium that begin with the same files. */
function kindsTogether(kind: Kind, all: readonly Kind[]): Kind[] {
  return all.filter((other) => neededFiles(other) === neededFiles(kind));
}

function neededFiles({ fields }: Kind): string {
  const needed = Object.entries(fields).filter(
    ([, field]) => field.widget.type === 'upload' && field.isRequired,
  );
  return needed.map(([name]) => name).join('-');
}

type Opening = { kind: Kind; kinds: readonly Kind[]; values: FormValues; draft: Partial<SheetState> };

function openSheet({ kind, kinds, values, draft }: Opening): SheetState {
  const prompt = String(values[promptField(kind)] ?? '').replaceAll(/\s*\n\s*/g, ' ');
  const known = kinds.map(({ id }) => id);
  const kindIds = draft.kindIds?.filter((id) => known.includes(id)) ?? [];
  const isUntouched = draft.prompts === undefined || draft.prompts === draft.startedWith;
  return {
    source: 'prompts',
    csv: '',
    takes: 1,
    seeds: '',
    choices: {},
    rolled: [],
    name: '',
    leavesOutBad: false,
    leavesOutDuplicates: false,
    removed: [],
    keptFirst: undefined,
    ...draft,
    prompts: isUntouched ? prompt : (draft.prompts ?? ''),
    startedWith: isUntouched ? prompt : (draft.startedWith ?? ''),
    kindIds: kindIds.length > 0 ? kindIds : [kind.id],
  };
}

const marks = ['leavesOutBad', 'leavesOutDuplicates', 'removed', 'keptFirst', 'name', 'rolled'];

/** Other lines are not those that were kept. */
function withoutMarks(changed: Partial<SheetState>): Partial<SheetState> {
  return Object.keys(changed).every((name) => marks.includes(name)) ? {} : { keptFirst: undefined };
}

/** Seeds are rolled once and kept, so that a price and its lines stay the same while anything else changes. */
function withRolls(state: SheetState): SheetState {
  const rolled = [...state.rolled];
  while (rolled.length < state.takes) {
    const seed = Math.floor(Math.random() * (maxRoll + 1));
    if (!rolled.includes(seed)) rolled.push(seed);
  }
  return rolled.length === state.rolled.length ? state : { ...state, rolled };
}

export type SharedChoice = { name: string; options: readonly ChoiceOption[]; unit: string | undefined };

/** The lists that all of the kinds have, with the options that they have in common, where there is more than one. */
export function sharedChoices(kinds: readonly Kind[]): SharedChoice[] {
  const [first, ...others] = kinds;
  if (!first) return [];
  return Object.entries(first.fields).flatMap(([name, { widget, isIgnored }]) => {
    if (widget.type !== 'choice' || isIgnored) return [];
    const options = widget.options.filter(({ value }) =>
      others.every((other) => isOffered(other, name, value)),
    );
    return options.length > 1 ? [{ name, options, unit: widget.unit }] : [];
  });
}

function isOffered({ fields }: Kind, name: string, value: unknown): boolean {
  const field = fields[name];
  return (
    field?.widget.type === 'choice' &&
    !field.isIgnored &&
    field.widget.options.some((option) => option.value === value)
  );
}
