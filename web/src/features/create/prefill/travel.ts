import type { Field, Kind, Medium } from '@atelier/catalog';
import { readKept, writeKept } from '#product/kept/kept.ts';
import type { Traveller } from '#product/kept/table.ts';
import { takesOverFrom } from '../form-facts.build.ts';

/** When the user last set each field of a form, in milliseconds since 1970. */
export type Touched = Readonly<Record<string, number>>;

/** Values by their meaning; `fieldsOf` names the fields that take each. */
export type Travellers = Readonly<Record<string, Traveller>>;

/** A form takes the first of these fields that its kind has. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  prompt: ['prompt'],
  negative_prompt: ['negative_prompt'],
  aspect_ratio: ['aspect_ratio'],
  resolution: ['resolution'],
  seed: ['seed'],
  image: ['image_url', 'start_image_url'],
  video: ['video_url'],
  sound: ['audio_url'],
};

export function readTravellers(medium: Medium): Travellers {
  const all: Record<string, Traveller> = {};
  for (const source of takesOverFrom[medium]) {
    for (const [name, traveller] of Object.entries(readKept('travels', source) ?? {}))
      if (traveller.atMs > (all[name]?.atMs ?? 0)) all[name] = traveller;
  }
  return all;
}

/** Lets what the user has set in a form travel, unless something newer does. */
export function sendTravelling(
  { id: kindId, medium }: Kind,
  values: Readonly<Record<string, unknown>>,
  touched: Touched,
): void {
  const sources: readonly string[] = takesOverFrom[medium];
  if (!sources.includes(medium)) return;

  const known = readKept('travels', medium) ?? {};
  const sent: Record<string, Traveller> = {};
  for (const [name, fields] of Object.entries(fieldsOf)) {
    const field = fields.find((candidate) => touched[candidate] !== undefined);
    const atMs = field === undefined ? 0 : (touched[field] ?? 0);
    if (field !== undefined && atMs > (known[name]?.atMs ?? 0))
      sent[name] = { value: values[field], atMs, kindId };
  }
  if (Object.keys(sent).length > 0) writeKept('travels', { ...known, ...sent }, medium);
}

export type Arrival = {
  /** Values by field; each counts as set at the time in `touched`. */
  values: Readonly<Record<string, unknown>>;
  touched: Touched;
  /** The fields that the kind lacks or whose value it does not have. */
  leftOut: readonly string[];
};

/** When the fields of a form were set, and when it was last open. */
export type FormTimes = { touched: Touched; seenAtMs: number };

/** Values that a form takes over from the others: those set there after the same field was set here. */
export function arrivalAt(kind: Kind, times: FormTimes, travellers: Travellers): Arrival {
  const values: Record<string, unknown> = {};
  const touched: Record<string, number> = {};
  const leftOut: string[] = [];
  const newest = Object.values(travellers).reduce<Traveller | undefined>(
    (best, next) => (best && best.atMs >= next.atMs ? best : next),
    undefined,
  );
  for (const [name, { value, atMs, kindId }] of Object.entries(travellers)) {
    if (isNothing(value)) continue;
    const fields = fieldsOf[name] ?? [];
    const field = fields.find((candidate) => isOffered(kind.fields[candidate]));
    if (field !== undefined && atMs <= (times.touched[field] ?? 0)) continue;
    if (field !== undefined && isTaken(kind.fields[field], field, value)) {
      values[field] = value;
      touched[field] = atMs;
    } else if (kindId === newest?.kindId && atMs > times.seenAtMs) {
      // A file without a place here was not meant for this form.
      if (!isFile(name)) leftOut.push(field ?? fields[0] ?? name);
    }
  }
  return { values, touched, leftOut };
}

const isFile = (name: string) => name === 'image' || name === 'video' || name === 'sound';

function isOffered(field: Field | undefined): boolean {
  return field !== undefined && !field.isIgnored;
}

/** Any text is taken: one that is too long is marked, as if it had been typed here. */
function isTaken(field: Field | undefined, name: string, value: unknown): boolean {
  if (!field) return false;
  return field.widget.type === 'textarea' ? typeof value === 'string' : field.check(name, value).ok;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false;
}
