import { findFamily, type Kind, type VariantInput } from '@atelier/catalog';
import type { UploadAccept } from '@atelier/contract';
import { findKindClosure } from '#product/kinds/kind-closures.ts';
import { loadKind } from '#product/kinds/kinds.ts';
import { isFitting } from '#product/uploads/upload-board.ts';
import { type FormValues, initialValues, isShown } from '../form-values.ts';

/** A file to upload, or the address of one that has been. */
type Content = File | string;

export type Put = { field: string; content: Content };

/** A form with the files that it has, and those that it is uploading. */
export type FormFiles = { kind: Kind; values: FormValues; moving: readonly { field: string; file: File }[] };

/**
 * The use of new files: they go into fields of the form, in place of another file if `isReplacing`; the form becomes
 * one of another kind, with all files that it takes; nothing of the family takes them; or no form does. `unusedCount` says
 * how many are left over, and `lost` names the fields whose files are.
 */
export type FilePlan =
  | { act: 'fill'; puts: readonly Put[]; unusedCount: number; isReplacing: boolean }
  | { act: 'move'; kind: Kind; puts: readonly Put[]; unusedCount: number; lost: readonly string[] }
  | { act: 'offer' | 'refuse' };

/** Decides what becomes of files that were dropped or pasted beside every field; `others` are the kinds to move to. */
export function planFiles(form: FormFiles, files: readonly File[], others: readonly Kind[]): FilePlan {
  const given = files.flatMap((file): Source[] => {
    const accept = findAccept(file);
    return accept ? [{ accept, content: file }] : [];
  });
  if (given.length === 0) return { act: 'refuse' };
  const held = listHeld(form);
  const here = assign(form.kind, form.values, given, held);
  const [best] = here.length < given.length ? rankMoves({ form, held, given, others }) : [];
  if (best && best.usedCount > here.length) {
    const isLost = ({ content }: Put) => !best.puts.some((put) => put.content === content);
    return {
      act: 'move',
      kind: best.kind,
      puts: best.puts,
      unusedCount: given.length - best.usedCount,
      lost: [...new Set(held.filter(isLost).map(({ field }) => field))],
    };
  }
  if (here.length === 0) return planReplacement(form, given);
  return { act: 'fill', isReplacing: false, puts: here, unusedCount: given.length - here.length };
}

/** Loads the other kinds of the family of one that may be chosen now. */
export async function loadFamily({ id }: Kind): Promise<Kind[]> {
  const { variants } = findFamily(id)?.family ?? { variants: [] };
  const open = variants.filter(({ kind }) => kind !== id && !findKindClosure(kind)?.is_closed);
  const kinds = await Promise.all(open.map(({ kind }) => loadKind(kind)));
  return kinds.filter((kind) => kind !== undefined);
}

type Source = { accept: UploadAccept; content: Content };
type Move = { kind: Kind; puts: Put[]; usedCount: number };

/** Kinds that begin with these have a meaning of their own for a picture, which a drop alone does not give it. */
const ownMeanings: readonly VariantInput[] = ['references', 'move', 'replace'];

type MoveOf = {
  form: FormFiles;
  held: readonly HeldFile[];
  given: readonly Source[];
  others: readonly Kind[];
};

/** The kinds that can begin with the files, the one that takes most of the new ones first. */
function rankMoves({ form, held, given, others }: MoveOf): Move[] {
  const own = findFamily(form.kind.id)?.variant;
  const moves = others.flatMap((kind) => {
    const variant = findFamily(kind.id)?.variant;
    if (!variant || (ownMeanings.includes(variant.input) && variant.input !== own?.input)) return [];
    const puts = assign(kind, initialValues(kind, {}), [...held, ...given], []);
    const isFilled = (name: string) => puts.some(({ field }) => field === name);
    const needed = listPlaces(kind, initialValues(kind, {})).filter(({ isRequired }) => isRequired);
    if (!needed.every(({ name }) => isFilled(name))) return [];
    const usedCount = given.filter(({ content }) => puts.some((put) => put.content === content)).length;
    const isAkin = variant.quality === own?.quality;
    return [{ kind, puts, usedCount, rank: [usedCount, puts.length, Number(isAkin)] }];
  });
  return moves.toSorted((a, b) => compareRanks(b.rank, a.rank));
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** Where every place is taken, a file takes that of the first one of its sort. A full list says itself that it is full. */
function planReplacement({ kind, values }: FormFiles, given: readonly Source[]): FilePlan {
  const places = listPlaces(kind, values);
  const place = places.find((each) => given.some((source) => takes(each, source)));
  if (!place) return { act: 'offer' };
  const fitting = given.filter((source) => takes(place, source));
  const used = place.most === 1 ? fitting.slice(0, 1) : fitting;
  return {
    act: 'fill',
    puts: used.map(({ content }) => ({ field: place.name, content })),
    unusedCount: given.length - used.length,
    isReplacing: place.most === 1,
  };
}

/** Puts each source into the first field that takes its sort and has room for it. */
function assign(
  kind: Kind,
  values: FormValues,
  sources: readonly Source[],
  held: readonly HeldFile[],
): Put[] {
  const puts: Put[] = [];
  const places = listPlaces(kind, values);
  const countIn = (name: string) => [...held, ...puts].filter(({ field }) => field === name).length;
  for (const source of sources) {
    const place = places.find((each) => takes(each, source) && countIn(each.name) < each.most);
    if (place) puts.push({ field: place.name, content: source.content });
  }
  return puts;
}

/** A file that is held keeps the sorts of its field. */
function takes(place: Pick<Place, 'accept'>, source: Source): boolean {
  if (place.accept === source.accept) return true;
  return place.accept === 'audio-or-video' && source.accept !== 'image';
}

type Place = { name: string; accept: UploadAccept; most: number; isRequired: boolean };

function listPlaces({ fields }: Kind, values: FormValues): Place[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { widget, isRequired } = field;
    if (widget.type !== 'upload' || !isShown(field, values)) return [];
    return [{ name, accept: widget.accept, most: widget.maxFiles, isRequired }];
  });
}

type HeldFile = Put & Source;

/** The files of a form in the order of its fields, those that are still being uploaded last. */
function listHeld({ kind, values, moving }: FormFiles): HeldFile[] {
  return listPlaces(kind, values).flatMap(({ name, accept }) => {
    const value = values[name];
    const kept = (Array.isArray(value) ? value : [value]).filter(
      (url) => typeof url === 'string' && url !== '',
    );
    const sent = moving.flatMap(({ field, file }) => (field === name ? [file] : []));
    return [...kept, ...sent].map((content: Content) => ({ field: name, accept, content }));
  });
}

function findAccept(file: File): UploadAccept | undefined {
  if (isFitting(file, 'audio') && !file.type.startsWith('video/')) return 'audio';
  return (['image', 'video'] as const).find((accept) => isFitting(file, accept));
}
