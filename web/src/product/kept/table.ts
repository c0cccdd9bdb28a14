import { media } from '../media-facts.build.ts';
import {
  readAny,
  readChoice,
  readFields,
  readFlag,
  readId,
  readList,
  readMap,
  readSome,
  readText,
  readTime,
  readWhole,
  type Shape,
} from './shapes.ts';

/**
 * Whose an entry is.
 * - `account`: of the signed-in user who made it.
 * - `visitor`: the same, and what is made before a sign-in goes with its maker into the account that they sign in to.
 * - `device`: of the browser: it says nothing about its user.
 */
type Owner = 'account' | 'visitor' | 'device';

/** `tab`: of one tab. `browser`: of all tabs. `both`: of one tab, and a new tab begins with what was written last. */
type Place = 'tab' | 'browser' | 'both';

export type Entry<Value> = {
  owner: Owner;
  place: Place;
  /** Reads a stored value; one of any other shape is removed and counts as absent. */
  shape: Shape<Value>;
  /** Work that stands nowhere else: it waits for its user also when their session ended while a page was open. */
  isUnsaved?: true;
  /** Merges the account's entry with that of a visitor who signs in to it; without this function the visitor's wins. */
  join?(own: Value, brought: Value): Value;
};

type Value<Of extends Shape<unknown>> = Exclude<ReturnType<Of>, undefined>;

/** Infers the type of an entry's value from its shape. */
const keep = <Value>(entry: Entry<Value>): Entry<Value> => entry;

const ids = (most: number): Entry<readonly string[]> => ({
  owner: 'account',
  place: 'browser',
  shape: readList(readId, most),
});

/** The values of a form by field, each of which the field itself checks, and when the user has set which. */
export type FormDraft = Readonly<Record<string, unknown>> & {
  readonly model?: string;
  readonly touched?: Readonly<Record<string, number>>;
  readonly seen_at_ms?: number;
};

const formNotes = readSome({ model: readText, touched: readMap(readTime), seen_at_ms: readTime });

function readForm(value: unknown): FormDraft | undefined {
  const values = readMap(readAny)(value);
  if (!values) return undefined;
  const { model: _model, touched: _touched, seen_at_ms: _seen, ...fields } = values;
  return { ...fields, ...formNotes(values) };
}

/** Value that the user has set in any form of a medium, with the kind and the time. */
export type Traveller = { readonly value: unknown; readonly atMs: number; readonly kindId: string };

function readTraveller(value: unknown): Traveller | undefined {
  const traveller = readFields({ atMs: readTime, kindId: readText })(value);
  return traveller && { value: (value as { value?: unknown }).value, ...traveller };
}

/** Most random seeds, more than a batch may have. */
const mostRolled = 50;

const readPlain: Shape<unknown> = (value) => (typeof value === 'object' ? undefined : value);

const sheetShape = readSome({
  source: readChoice('prompts', 'csv'),
  prompts: readText,
  startedWith: readText,
  csv: readText,
  kindIds: readList(readText, 200),
  takes: readWhole(1, mostRolled),
  seeds: readText,
  choices: readMap(readList(readPlain, 100)),
  leavesOutBad: readFlag,
  leavesOutDuplicates: readFlag,
  removed: readList(readText, 10_000),
  keptFirst: readWhole(0, 1_000_000),
  name: readText,
  rolled: readList(readWhole(0, Number.MAX_SAFE_INTEGER), mostRolled),
});

const readAmount = readWhole(0, 1_000_000_000);

/** Fields with which a submission that did not go through is shown and sent again. */
const unsentGeneration = readFields({
  id: readId,
  kind: readText,
  medium: readChoice(...media),
  created_at: (value) => (Number.isNaN(Date.parse(String(value))) ? undefined : readText(value)),
  prompt: readText,
  negative_prompt: readText,
  model: readText,
  input: readMap(readAny),
  credits: readFields({ cost: readAmount, held: readAmount, settled: readAmount, released: readAmount }),
  is_public: readFlag,
});

const unsentNotes = readSome({
  width: readWhole(1, 100_000),
  height: readWhole(1, 100_000),
  project_id: readId,
  progress: readFields({ expected_seconds: readWhole(0, 1_000_000) }),
});

type Unsent = {
  readonly code: string;
  readonly generation: Value<typeof unsentGeneration> & {
    readonly width?: number | null;
    readonly height?: number | null;
    readonly project_id?: string | null;
    readonly progress?: { readonly expected_seconds: number };
  };
};

function readUnsent(value: unknown): Unsent | undefined {
  const { generation, code } = readFields({ generation: unsentGeneration, code: readText })(value) ?? {};
  if (!generation || code === undefined) return undefined;
  return {
    code,
    generation: { ...generation, ...unsentNotes((value as { generation: object }).generation) },
  };
}

/**
 * Everything that this app stores in a browser beside cookies, by the name of the entry; `kept.ts` makes keys of them. A
 * family of entries has a part after its name, such as the path of a form. What cookies and caches hold, and what the
 * router stores, is in docs/browser-storage.md.
 */
export const entries = {
  /** Drafts of the forms, by page. */
  form: keep({ owner: 'visitor', place: 'both', shape: readForm, join: joinForms }),
  /** Values that forms of a medium take over from one another. */
  travels: keep({ owner: 'visitor', place: 'both', shape: readMap(readTraveller), join: joinTravellers }),
  /** Sheets of batches, by medium and the files that they begin with. */
  sheet: keep({ owner: 'visitor', place: 'both', shape: sheetShape, join: joinSheets }),
  /** The sample whose files wait until the user has signed in. */
  sample: keep({ owner: 'visitor', place: 'both', shape: readText }),
  /** Earlier prompts, the newest first. */
  prompts: keep({ owner: 'visitor', place: 'browser', shape: readList(readText, 50), join: joinPrompts }),
  /** The generation whose settings filled a form, by kind. */
  'made-from': keep({
    owner: 'visitor',
    place: 'both',
    shape: readFields({ sourceId: readText, atMs: readTime }),
  }),
  /** The project that new generations go into. */
  project: keep({ owner: 'account', place: 'browser', shape: readId }),
  /** Wishes for the time in which the model of a kind is down, by kind: to ask, or the kind that stands in. */
  'stand-in': keep({ owner: 'account', place: 'browser', shape: readText }),
  /** Submissions that did not go through, by request id. */
  unsent: keep({ owner: 'account', place: 'browser', shape: readMap(readUnsent) }),
  /** The cutting bench: its cut, and what is known of the videos. The bench checks both. */
  cut: keep({ owner: 'account', place: 'both', shape: readMap(readAny), isUnsaved: true }),
  /** Edits of films that are not saved yet, by film. The page checks them. */
  film: keep({ owner: 'account', place: 'both', shape: readMap(readAny), isUnsaved: true }),
  /** The answer that the panel shows. */
  analysis: keep({ owner: 'account', place: 'tab', shape: readId }),
  /** Way of the tab's user to a first result: the form, its prompt, and how far they have come. */
  'first-result': keep({
    owner: 'visitor',
    place: 'tab',
    shape: readFields({
      path: readText,
      prompt: readText,
      step: readChoice('left', 'signing-in', 'confirming', 'ready'),
    }),
  }),
  /** Values of a page's forms when their user left it to sign in again. */
  return: keep({
    owner: 'account',
    place: 'tab',
    shape: readFields({ path: readText, states: readMap(readAny) }),
  }),
  /** Generations that ended while this browser watched, those that were seen, and those that were put away. */
  ended: ids(5),
  seen: ids(20),
  dismissed: ids(200),
  /** Batches whose names are shown before the choice. */
  'named-batches': ids(200),
  /** Results of batches that were put out of the choice. */
  'ruled-out': ids(1_000),
  /** How this browser notifies of ends. */
  notify: keep({ owner: 'account', place: 'browser', shape: readChoice('push', 'page') }),
  /** When the account was last signed in here, after which what it keeps is removed some day. */
  used: keep({ owner: 'account', place: 'browser', shape: readTime }),
  /** Whether the details of the viewer are open: a matter of the screen. */
  panel: keep({ owner: 'device', place: 'both', shape: readChoice('open', 'closed') }),
  /** Sections of the viewer's details that are open. */
  folds: keep({ owner: 'device', place: 'browser', shape: readList(readText, 10) }),
  /** Whether videos show their captions. */
  captions: keep({ owner: 'device', place: 'browser', shape: readFlag }),
};

export type EntryName = keyof typeof entries;
export type KeptValue<Name extends EntryName> =
  (typeof entries)[Name] extends Entry<infer Value> ? Value : never;

/** A form that was filled in before the sign-in is the one whose price was seen: nothing of another is mixed into it. */
function joinForms(own: FormDraft, brought: FormDraft): FormDraft {
  return Object.keys(brought.touched ?? {}).length > 0 ? brought : own;
}

type Travellers = Readonly<Record<string, Traveller>>;

function joinTravellers(own: Travellers, brought: Travellers): Travellers {
  const newer = Object.entries(brought).filter(([name, { atMs }]) => atMs > (own[name]?.atMs ?? 0));
  return { ...own, ...Object.fromEntries(newer) };
}

type SheetDraft = Value<typeof sheetShape>;

function joinSheets(own: SheetDraft, brought: SheetDraft): SheetDraft {
  const isUntouched = brought.prompts === brought.startedWith && (brought.csv ?? '') === '';
  return isUntouched ? own : brought;
}

function joinPrompts(own: readonly string[], brought: readonly string[]): readonly string[] {
  return [...new Set([...brought, ...own])].slice(0, 50);
}
