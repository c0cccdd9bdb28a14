import { type FilmDocument, filmLimits, type Shot } from '@atelier/catalog/films';
import { moveItem } from '#lib/move-item.ts';
import { addStep, noSteps, type Steps, stepBack, stepForward } from '#lib/undo-steps.ts';
import { type FilmEdits, isSame, withShots } from './film-edits.ts';

/** A film as it is edited; one step of undo holds its edits. */
export type FilmState = Steps<FilmEdits> & {
  readonly edits: FilmEdits;
  readonly selectedId: string | undefined;
};

export type FilmChange = Partial<Omit<FilmDocument, 'shots'>>;

export type FilmAction =
  /** Takes over what another window or a version says. */
  | { do: 'load'; edits: FilmEdits }
  | { do: 'rename'; name: string; atMs: number }
  | { do: 'change'; id: string; change: Partial<Shot>; atMs: number }
  | { do: 'change-film'; change: FilmChange; atMs: number }
  /** Puts a shot at a place, before the one that is there. */
  | { do: 'insert'; shot: Shot; place: number }
  /** The shot ends with this picture, and the next one begins with it. */
  | { do: 'share'; id: string; url: string }
  | { do: 'remove'; id: string }
  | { do: 'move'; id: string; place: number }
  | { do: 'select'; id: string }
  | { do: 'undo' }
  | { do: 'redo' };

export function beginFilm(edits: FilmEdits): FilmState {
  return { ...noSteps, edits, selectedId: edits.document.shots[0]?.id };
}

/** Returns the film after an action; itself when the action changes nothing. */
export function reduceFilm(state: FilmState, action: FilmAction): FilmState {
  const { edits } = state;
  const { document } = edits;
  switch (action.do) {
    case 'load':
      return isSame(edits, action.edits) ? state : choose(take(state, action.edits));
    case 'rename': {
      const change = { group: 'name', atMs: action.atMs };
      return action.name === edits.name ? state : take(state, { ...edits, name: action.name }, change);
    }
    case 'change':
      return changeShot(state, action);
    case 'change-film': {
      const change = { group: `film:${Object.keys(action.change).join()}`, atMs: action.atMs };
      const next = { ...document, ...action.change };
      return isSame(next, document) ? state : takeDocument(state, next, change);
    }
    case 'insert':
      return insertShot(state, action);
    case 'share': {
      const change = { last_url: action.url, shares_last: true };
      return changeShot(state, { do: 'change', id: action.id, change, atMs: Number.NEGATIVE_INFINITY });
    }
    case 'remove':
      return removeShot(state, action.id);
    case 'move': {
      const shots = moveItem(document.shots, action.id, action.place);
      if (shots === document.shots) return state;
      return { ...takeDocument(state, withShots(document, shots)), selectedId: action.id };
    }
    case 'select':
      return state.selectedId !== action.id && hasShot(state, action.id)
        ? { ...state, selectedId: action.id }
        : state;
    case 'undo':
      return goTo(state, stepBack(state, edits));
    case 'redo':
      return goTo(state, stepForward(state, edits));
  }
}

type Action<Name extends FilmAction['do']> = Extract<FilmAction, { do: Name }>;

function changeShot(state: FilmState, { id, change, atMs }: Action<'change'>): FilmState {
  const { document } = state.edits;
  const known = document.shots.find((shot) => shot.id === id);
  if (!known) return state;
  const next = { ...known, ...change };
  // Nothing is shared without a picture.
  if (next.last_url === null) next.shares_last = false;
  if (isSame(next, known)) return state;
  const shots = document.shots.map((shot) => (shot === known ? next : shot));
  return takeDocument(state, withShots(document, shots), {
    group: [id, ...Object.keys(change)].join(':'),
    atMs,
  });
}

function insertShot(state: FilmState, { shot, place }: Action<'insert'>): FilmState {
  const { document } = state.edits;
  if (document.shots.length >= filmLimits.shots) return state;
  const shots = document.shots.toSpliced(place, 0, shot);
  return { ...takeDocument(state, withShots(document, shots)), selectedId: shot.id };
}

/** The next shot is chosen then, or the last one. */
function removeShot(state: FilmState, id: string): FilmState {
  const { document } = state.edits;
  const place = document.shots.findIndex((shot) => shot.id === id);
  if (place < 0) return state;
  const rest = document.shots.toSpliced(place, 1);
  const selectedId = rest[Math.min(place, rest.length - 1)]?.id;
  return { ...takeDocument(state, withShots(document, rest)), selectedId };
}

function goTo(state: FilmState, stepped: ReturnType<typeof stepBack<FilmEdits>>): FilmState {
  return stepped ? choose({ ...state, ...stepped.steps, edits: stepped.present }) : state;
}

/** Keeps the choice where its shot is still there. */
function choose(state: FilmState): FilmState {
  const { selectedId, edits } = state;
  if (selectedId !== undefined && hasShot(state, selectedId)) return state;
  return { ...state, selectedId: edits.document.shots[0]?.id };
}

function hasShot({ edits }: FilmState, id: string): boolean {
  return edits.document.shots.some((shot) => shot.id === id);
}

function takeDocument(state: FilmState, document: FilmDocument, change?: FilmState['lastChange']): FilmState {
  return take(state, { ...state.edits, document }, change);
}

/** Makes edits the present ones, and those before a step to go back to. */
function take(state: FilmState, edits: FilmEdits, change?: FilmState['lastChange']): FilmState {
  return { ...state, ...addStep(state, state.edits, change), edits };
}
