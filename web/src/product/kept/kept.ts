import { serverNow } from '#lib/server-time.ts';
import { createStore } from '#lib/store.ts';
import { type Entry, type EntryName, type FormDraft, type KeptValue, entries as known } from './table.ts';
import { type Area, areas, listKeys, readItem, removeItem, writeItem } from './web-storage.ts';

/** Owns what is made before a sign-in. */
export const visitor = 'visitor';

/**
 * The id of the signed-in user, or `visitor`; undefined until the server has said which. Until then a page shows nothing
 * that an account has made, because its session may have ended elsewhere.
 */
export const keptOwner = createStore<string | undefined>(undefined);

/** Values that the browser had no room for, by key; they last as long as the page. */
const unstored = new Map<string, unknown>();
/** Set once the page shows what belongs to another user than the one who is signed in now: it will be left. */
let isSealed = false;

const entries: Readonly<Record<string, Entry<unknown>>> = known;
/** Keys of earlier versions have no owner, or are not in the table: they belong to no one who is known. */
const ownKey = /^(?:atelier\.|named-batches$)/;
const keyParts = /^atelier\.([^.]+)\.([^.]+)(?:\.(.+))?$/;
const device = 'device';

/** How long after the end of a session what its user made is kept for their return, unless another one signs in. */
const keptDays = 7;

export function readKept<Name extends EntryName>(name: Name, part?: string): KeptValue<Name> | undefined {
  const key = formatKey(name, part);
  if (key === undefined) return undefined;
  if (unstored.has(key)) return unstored.get(key) as KeptValue<Name>;
  return (readAt('sessionStorage', key, name) ??
    (known[name].place === 'tab' ? undefined : readAt('localStorage', key, name))) as
    | KeptValue<Name>
    | undefined;
}

/** Undefined removes the entry. */
export function writeKept<Name extends EntryName>(
  name: Name,
  value: KeptValue<Name> | undefined,
  part?: string,
): void {
  const key = formatKey(name, part);
  if (key === undefined) return;
  if (value === undefined) {
    unstored.delete(key);
    for (const area of areas) removeItem(area, key);
    return;
  }
  const { owner, place } = known[name];
  const text = JSON.stringify(value);
  // Input of a user who is not known yet stays in this tab until the server has said who it is.
  const isShared = place !== 'tab' && (owner !== 'visitor' || keptOwner.get() !== undefined);
  const isStored = isShared && writeItem('localStorage', key, text);
  const isTabs = place === 'browser' && isStored;
  const isKept = isTabs || writeItem('sessionStorage', key, text);
  // An older one would be read in its place.
  if (isTabs || !isKept) removeItem('sessionStorage', key);
  if (isKept) unstored.delete(key);
  else unstored.set(key, value);
}

/** Calls the listener when another tab has changed an entry, or when it is another user's. Returns what stops it. */
export function followKept(name: EntryName, listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === formatKey(name)) listener();
  };
  globalThis.addEventListener?.('storage', onStorage);
  const stop = keptOwner.subscribe(listener);
  return () => {
    globalThis.removeEventListener?.('storage', onStorage);
    stop();
  };
}

/**
 * Says whose what the browser keeps is from now on: of the user with this id, of a visitor, or not known. A user gets
 * what they have made as a visitor; what other users have made is removed as soon as a user is known, and some days
 * after the end of a session. A page of one user never becomes one of another: it keeps nothing more.
 */
export function ownKept(owner: string | undefined): void {
  const before = keptOwner.get();
  if (isSealed || owner === before) return;
  if (isAccount(before) && owner !== undefined) {
    seal();
    return;
  }
  const replaced =
    owner === undefined ? [] : listKept().flatMap(({ key, area }) => tidy(area, key, owner) ?? []);
  keptOwner.set(owner);
  if (isAccount(owner)) writeKept('used', serverNow());
  if (replaced.length > 0)
    writeKept('prompts', [...new Set([...replaced, ...(readKept('prompts') ?? [])])].slice(0, 50));
}

/** Removes the entries of all accounts, when an account is closed; all but these. */
export function dropKept(isSpared: (name: string) => boolean = () => false): void {
  for (const { key, area } of listKept()) {
    const [, owner, name = ''] = keyParts.exec(key) ?? [];
    if (isAccount(owner) && !isSpared(name)) forget(area, key);
  }
}

/** Removes the user's entries and stores nothing more, for a page that is left because its user is signed out. */
export function leaveKept(): void {
  dropKept();
  seal();
}

/** The same for a session that its user did not end: unsaved work waits some days for their return. */
export function leaveKeptUnsaved(): void {
  dropKept((name) => name === 'used' || entries[name]?.isUnsaved === true);
  seal();
}

function seal(): void {
  isSealed = true;
  keptOwner.set(undefined);
}

function isAccount(owner: string | undefined): owner is string {
  return owner !== undefined && owner !== visitor && owner !== device;
}

function formatKey(name: EntryName, part?: string): string | undefined {
  const owner = keptOwner.get();
  const rule = known[name].owner;
  if (isSealed || (rule === 'account' && !isAccount(owner))) return undefined;
  return keyWith(rule === 'device' ? device : (owner ?? visitor), name, part);
}

function keyWith(owner: string, name: string, part: string | undefined): string {
  return ['atelier', owner, name, part].filter((each) => each !== undefined).join('.');
}

type MaybeArea = Area | undefined;

/** Every key of this app, and where it stands: undefined for what was not stored. */
function listKept(): { key: string; area: MaybeArea }[] {
  const stored = areas.flatMap((area) => listKeys(area).map((key) => ({ key, area })));
  return [...[...unstored.keys()].map((key) => ({ key, area: undefined })), ...stored].filter(({ key }) =>
    ownKey.test(key),
  );
}

function forget(area: MaybeArea, key: string): void {
  if (area === undefined) unstored.delete(key);
  else removeItem(area, key);
}

/** Returns the prompt of a form that another one took the place of. */
function tidy(area: MaybeArea, key: string, owner: string): string | undefined {
  const [, maker = '', name = '', part] = keyParts.exec(key) ?? [];
  const rule = Object.hasOwn(entries, name) ? entries[name]?.owner : undefined;
  const isPossible = rule === 'device' ? maker === device : rule && (rule === 'visitor' || isAccount(maker));
  if (maker === visitor && isPossible && maker !== owner)
    return hand(area, key, name, keyWith(owner, name, part));
  const isKept = maker === device || maker === owner || (owner === visitor && isRecent(maker));
  if (!isPossible || !isKept) forget(area, key);
  return undefined;
}

/** Gives what a visitor has made to the account that they have signed in to. */
function hand(area: MaybeArea, key: string, name: string, to: string): string | undefined {
  const brought = area === undefined ? unstored.get(key) : readAt(area, key, name);
  forget(area, key);
  if (brought === undefined) return undefined;
  // A tab that has nothing of its own begins with what all tabs have, which would be hidden by what it is given.
  const own =
    (area === undefined ? unstored.get(to) : readAt(area, to, name)) ?? readAt('localStorage', to, name);
  const joined = own === undefined ? brought : (entries[name]?.join?.(own, brought) ?? brought);
  if (area === undefined || !writeItem(area, to, JSON.stringify(joined))) unstored.set(to, joined);
  if (name !== 'form') return undefined;
  const [before, after] = [own, joined].map((draft) => (draft as FormDraft | undefined)?.prompt);
  return typeof before === 'string' && before.trim() !== '' && before !== after ? before : undefined;
}

function isRecent(maker: string): boolean {
  const usedAt = readAt('localStorage', keyWith(maker, 'used', undefined), 'used');
  return typeof usedAt === 'number' && serverNow() - usedAt < keptDays * 86_400_000;
}

/** Reads an entry. One of another shape is removed, since nothing could ever read it. */
function readAt(area: Area, key: string, name: string): unknown {
  const text = readItem(area, key);
  if (text === undefined) return undefined;
  const value = entries[name]?.shape(parse(text));
  if (value === undefined) removeItem(area, key);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not written by this app.
  }
}
