import { serverNow } from '#lib/server-time.ts';

/** Reads a value that was stored in the browser, where anything may stand: undefined when it is something else. */
export type Shape<Value> = (value: unknown) => Value | undefined;

const dayMs = 86_400_000;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const readText: Shape<string> = (value) => (typeof value === 'string' ? value : undefined);

export const readFlag: Shape<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

/** An id of the server or of a request. */
export const readId: Shape<string> = (value) =>
  typeof value === 'string' && uuid.test(value) ? value : undefined;

/** Milliseconds since 1970. One that lies ahead would be the newest of all for as long as it stands there. */
export const readTime: Shape<number> = (value) =>
  typeof value === 'number' && value >= 0 && value <= serverNow() + dayMs ? value : undefined;

export function readWhole(least: number, most: number): Shape<number> {
  return (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined;
}

export function readNumber(least: number, most: number): Shape<number> {
  return (value) => (typeof value === 'number' && value >= least && value <= most ? value : undefined);
}

export function readChoice<const Value extends string>(...values: readonly Value[]): Shape<Value> {
  return (value) => values.find((each) => each === value);
}

/** The items that fit, at most so many. */
export function readList<Value>(item: Shape<Value>, most: number): Shape<readonly Value[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const items: unknown[] = value.slice(0, most);
    return items.map(item).filter((each) => each !== undefined);
  };
}

/** An object whose names are data: those whose value fits. A name that every object has would be found in all of them. */
export function readMap<Value>(item: Shape<Value>): Shape<Readonly<Record<string, Value>>> {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const read = Object.entries(value).flatMap(([name, each]) => {
      const fitting = name in Object.prototype ? undefined : item(each);
      return fitting === undefined ? [] : [[name, fitting] as const];
    });
    return Object.fromEntries(read);
  };
}

export const readAny: Shape<unknown> = (value) => value ?? undefined;

type Shapes = Readonly<Record<string, Shape<unknown>>>;
type Read<Fields extends Shapes> = {
  readonly [Name in keyof Fields]: Exclude<ReturnType<Fields[Name]>, undefined>;
};

/** An object with exactly these fields, all of which fit. */
export function readFields<Fields extends Shapes>(fields: Fields): Shape<Read<Fields>> {
  return (value) => {
    const some = readSome(fields)(value);
    const isWhole = some !== undefined && Object.keys(fields).every((name) => some[name] !== undefined);
    return isWhole ? (some as Read<Fields>) : undefined;
  };
}

/** An object with those of these fields that fit. */
export function readSome<Fields extends Shapes>(fields: Fields): Shape<Partial<Read<Fields>>> {
  return (value) => {
    const known = readMap(readAny)(value);
    if (!known) return undefined;
    const read = Object.entries(fields).flatMap(([name, shape]) => {
      const fitting = shape(known[name]);
      return fitting === undefined ? [] : [[name, fitting] as const];
    });
    return Object.fromEntries(read) as Partial<Read<Fields>>;
  };
}
