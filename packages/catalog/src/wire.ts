import type { KindInput } from './define-kind.ts';
import { shownValue } from './issues.ts';

/** The field is sent with its own name and value. */
export const same = {};
/** The field is stored and shown, but fal has no such field. A value that was set is recorded as an adjustment. */
export const notSent = null;

/** The field limits how much of the user's file is paid for. fal has no such field, and needs none. */
export const limitsFile = { isLimit: true } as const;

/** The field is kept with the generation and never sent; requests in fal's names carry it beside fal's own fields. */
export const keptNote = { isNote: true } as const;

/** Name and values of a field at fal. A text is a different name for the same values. */
export type WireRule<Value = unknown> = typeof notSent | string | WireDetails<Value>;

type WireDetails<Value> = {
  /** fal's name, or its path within an object of the request, such as "voice_setting.speed"; the field's own when absent. */
  as?: string;
  /** Range that fal takes. A value outside is sent as the nearest, and recorded as an adjustment. */
  range?: { readonly min: number; readonly max: number };
  /** fal's value for each of the field's. */
  values?: Readonly<Record<string & Value, unknown>>;
  /** fal takes a list here, and the field's value is its only entry. */
  inList?: true;
  /** This value is left out of the request, and fal's default applies. */
  unless?: Value;
  /** See `limitsFile`. */
  isLimit?: true;
  /** See `keptNote`. */
  isNote?: true;
  /** fal's default, where it differs from what was left out; recorded as an adjustment. */
  becomes?: unknown;
};

/** Mapping between a kind's input and fal's request, used in both directions. */
export type WireTable = {
  /** A rule for every field of the kind. */
  wire: Readonly<Record<string, WireRule>>;
  /**
   * Fields of fal that every request carries with one value, by name or path. Programs may ask for one in `unsold` either
   * way.
   */
  fixed?: KindInput;
  /** Fields of fal that the product does not offer, by name or path, with the value that leaving them out means. */
  unsold?: KindInput;
};

/** A value that was changed on its way to the provider, or not sent (`to` is null); shown with the generation. */
export type Adjustment = { field: string; from: unknown; to: unknown; reason: string };

export type SentRequest = { body: Record<string, unknown>; adjustments: Adjustment[] };

/** A field of fal's request that the product does not take, or not with this value. `message` is English. */
export type RefusedField = { field: string; value: unknown; message: string };

/** A request for fal, read as the product's wire fields. */
export type TakenRequest = {
  raw: Record<string, unknown>;
  refused: readonly RefusedField[];
  /** fal's name of the field with this wire name. */
  nameAtFal: (field: string) => string;
};

type Entries = readonly (readonly [string, unknown])[];

type Row = WireDetails<unknown> & { field: string; as: string };

/** `absent` holds the values of a request without any field; they count as not set. */
export function createWire({ wire, fixed = {}, unsold = {} }: WireTable, absent: KindInput = {}) {
  const rows = Object.entries(wire).flatMap(([field, rule]): Row[] => {
    if (rule === null || (typeof rule === 'object' && rule.isLimit)) return [];
    return [{ field, as: field, ...(typeof rule === 'string' ? { as: rule } : rule) }];
  });
  const sent = rows.filter(({ isNote }) => !isNote);
  const accepted = listAccepted({ fixed, unsold });
  const objects = new Set([...rows.map(({ as }) => as), ...Object.keys(accepted)].flatMap(findObject));
  const unsent = Object.keys(wire).filter((field) => wire[field] === notSent);
  return {
    toRequest(input: KindInput): SentRequest {
      const { body, adjustments } = toRequest(sent, fixed, input);
      const ignored = unsent.filter((field) => input[field] !== absent[field]);
      return {
        body,
        adjustments: [...adjustments, ...ignored.map((field) => notTaken(field, input[field]))],
      };
    },
    fromRequest(body: KindInput): TakenRequest {
      const { named, broken } = flatten(body, objects);
      const { raw, refused } = fromRequest(rows, accepted, absent, named);
      const nameAtFal = (name: string) => rows.find(({ field }) => field === name)?.as ?? name;
      return { raw, refused: [...broken, ...refused], nameAtFal };
    },
    nameHere: (falName: string) => findRow(sent, falName)?.field,
  };
}

function toRequest(rows: readonly Row[], fixed: KindInput, input: KindInput): SentRequest {
  const body: Record<string, unknown> = {};
  const adjustments: Adjustment[] = [];
  for (const row of rows) {
    const { field, range, values, inList, unless, becomes } = row;
    const from = input[field];
    const to = range && typeof from === 'number' ? Math.min(range.max, Math.max(range.min, from)) : from;
    if (to !== from) adjustments.push({ field, from, to, reason: 'outside_model_range' });
    if (unless !== undefined && JSON.stringify(to) === JSON.stringify(unless)) {
      if (becomes !== undefined) adjustments.push({ field, from, to: becomes, reason: 'model_default' });
    } else body[row.as] = inList ? [to] : values ? values[String(to)] : to;
  }
  return { body: nest({ ...body, ...fixed }), adjustments };
}

/**
 * The row of fal's name or path; of an object, or of a part of a field such as `["image_size", "width"]`, the first that
 * it is in.
 */
function findRow(rows: readonly Row[], falName: string): Row | undefined {
  const [head = falName] = falName.split('.');
  return (
    rows.find(({ as }) => as === falName) ??
    rows.find(({ as }) => as === head) ??
    rows.find(({ as }) => findObject(as)[0] === falName)
  );
}

/** The name of the object that a path leads into. */
function findObject(path: string): string[] {
  const dot = path.indexOf('.');
  return dot < 0 ? [] : [path.slice(0, dot)];
}

/** Puts every value with a path into its object. */
export function nest(flat: KindInput): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(flat)) {
    const [object] = findObject(path);
    if (object === undefined) nested[path] = value;
    else nested[object] = { ...(nested[object] as object), [path.slice(object.length + 1)]: value };
  }
  return nested;
}

/** Returns the value of fal's request at a name or path. */
export function readAt(body: KindInput, path: string): unknown {
  const [object] = findObject(path);
  if (object === undefined) return body[path];
  const inner = body[object];
  return isObject(inner) ? inner[path.slice(object.length + 1)] : undefined;
}

/** Names what is within the known objects of a request by its path. A name that only looks like a path is not one. */
function flatten(body: KindInput, objects: ReadonlySet<string>): { named: Entries; broken: RefusedField[] } {
  const named: [string, unknown][] = [];
  const broken: RefusedField[] = [];
  for (const [field, value] of Object.entries(body)) {
    if (objects.has(field) && isObject(value))
      named.push(
        ...Object.entries(value).map(([inner, each]): [string, unknown] => [`${field}.${inner}`, each]),
      );
    else if (objects.has(field)) broken.push({ field, value, message: 'This must be an object' });
    else if (findObject(field).length > 0)
      broken.push({ field, value, message: 'This field is not supported here' });
    else named.push([field, value]);
  }
  return { named, broken };
}

function isObject(value: unknown): value is KindInput {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notTaken(field: string, from: unknown): Adjustment {
  return { field, from, to: null, reason: 'not_taken_by_model' };
}

/** Lists the values with which a program may send each field of fal that is not a field of the kind, by name or path. */
export function listAccepted({ fixed = {}, unsold = {} }: Partial<WireTable>): Record<string, unknown[]> {
  const accepted: Record<string, unknown[]> = {};
  for (const [field, value] of [...Object.entries(fixed), ...Object.entries(unsold)])
    accepted[field] = [...(accepted[field] ?? []), value];
  return accepted;
}

/**
 * Reads fal's request by names and paths. A field that is unknown here is refused, unless it asks for the default
 * behaviour.
 */
function fromRequest(
  rows: readonly Row[],
  accepted: Readonly<Record<string, readonly unknown[]>>,
  absent: KindInput,
  named: Entries,
): Pick<TakenRequest, 'raw' | 'refused'> {
  const raw: Record<string, unknown> = {};
  const refused: RefusedField[] = [];
  for (const [field, value] of named) {
    const row = rows.find(({ as }) => as === field);
    const translation =
      row?.values && Object.entries(row.values).map(([value, falValue]) => ({ value, falValue }));
    const translated = translation?.find(({ falValue }) => String(falValue) === shownValue(value));
    // The names of a table are texts, also where the field's values are numbers.
    if (row && translated)
      raw[row.field] = typeof absent[row.field] === 'number' ? Number(translated.value) : translated.value;
    else if (translation) {
      const names = translation.map(({ falValue }) => falValue).join(', ');
      refused.push({ field, value, message: `This must be one of: ${names}` });
    } else if (row?.inList && Array.isArray(value) && value.length > 1)
      refused.push({ field, value, message: 'Only one is supported here' });
    else if (row) raw[row.field] = row.inList && Array.isArray(value) ? value[0] : value;
    else if (!Object.hasOwn(accepted, field))
      refused.push({ field, value, message: 'This field is not supported here' });
    else if (!accepted[field]?.includes(value)) {
      const values = accepted[field]?.map((each) => JSON.stringify(each)).join(' or ');
      refused.push({ field, value, message: `Only ${values} is supported here` });
    }
  }
  return { raw, refused };
}
