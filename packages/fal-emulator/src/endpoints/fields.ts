/** Problem of one value, in the form of fal's 422 answers. */
export type Issue = { type: string; msg: string; ctx?: Record<string, unknown>; path?: readonly string[] };

/** Reads one field of an input. Without `isRequired`, an absent value becomes `fallback`. */
export type Field<T> = {
  isRequired: boolean;
  fallback: T | undefined;
  /** Schema of the field in the endpoint's OpenAPI document, which states no type without it. */
  schema?: Readonly<Record<string, unknown>>;
  read(value: unknown): { value: T } | { issue: Issue };
};

export type Fields = Record<string, Field<unknown>>;
export type InputOf<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };

type Range = { min?: number; max?: number };

function field<T>(read: Field<T>['read'], fallback: T | undefined, schema: Field<T>['schema']): Field<T> {
  return { isRequired: false, fallback, schema, read };
}

/** The same field, refused when absent. */
export function required<T>(of: Field<T>): Field<T> {
  return { ...of, isRequired: true };
}

/** The same field, where an explicit null counts as absent. */
export function nullable<T>(of: Field<T>): Field<T | undefined> {
  return { ...of, read: (value) => (value === null ? { value: of.fallback } : of.read(value)) };
}

export function text(fallback = '', minLength = 0): Field<string> {
  return field<string>(
    (value) => {
      if (typeof value !== 'string')
        return { issue: { type: 'string_type', msg: 'Input should be a valid string' } };
      if (value.length >= minLength) return { value };
      const unit = minLength === 1 ? 'character' : 'characters';
      return {
        issue: {
          type: 'string_too_short',
          msg: `String should have at least ${minLength} ${unit}`,
          ctx: { min_length: minLength },
        },
      };
    },
    fallback,
    { type: 'string', ...(minLength > 0 ? { minLength } : {}) },
  );
}

export function optionalText(): Field<string | undefined> {
  return field<string | undefined>(text().read, undefined, { type: 'string' });
}

export function integer(range: Range, fallback: number): Field<number> {
  return field((value) => readInteger(value, range), fallback, { type: 'integer', ...limits(range) });
}

export function optionalInteger(): Field<number | undefined> {
  return field<number | undefined>((value) => readInteger(value, {}), undefined, { type: 'integer' });
}

export function decimal(range: Range, fallback: number): Field<number> {
  return field((value) => readDecimal(value, range), fallback, { type: 'number', ...limits(range) });
}

export function flag(fallback: boolean): Field<boolean> {
  return field<boolean>(
    (value) => {
      if (typeof value === 'boolean') return { value };
      if (value === 'true' || value === 1) return { value: true };
      if (value === 'false' || value === 0) return { value: false };
      return {
        issue: { type: 'bool_parsing', msg: 'Input should be a valid boolean, unable to interpret input' },
      };
    },
    fallback,
    { type: 'boolean' },
  );
}

export function choice<const T extends string>(values: readonly T[], fallback: T): Field<T> {
  return field<T>(
    (value) => {
      const match = values.find((candidate) => candidate === value);
      if (match !== undefined) return { value: match };
      const quoted = values.map((candidate) => `'${candidate}'`);
      const expected = [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(' or ');
      return { issue: { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } } };
    },
    fallback,
    { type: 'string', enum: values },
  );
}

export function textList(): Field<readonly string[]> {
  return field<readonly string[]>(
    (value) => {
      if (!Array.isArray(value)) return { issue: { type: 'list_type', msg: 'Input should be a valid list' } };
      const wrong = value.findIndex((entry) => typeof entry !== 'string');
      if (wrong < 0) return { value };
      return { issue: { type: 'string_type', msg: 'Input should be a valid string', path: [String(wrong)] } };
    },
    [],
    { type: 'array', items: { type: 'string' } },
  );
}

/** An object with these fields; an absent one has their defaults. */
export function inObject<F extends Fields>(fields: F): Field<InputOf<F>> {
  const entries = Object.entries(fields);
  const fallback = Object.fromEntries(entries.map(([name, each]) => [name, each.fallback])) as InputOf<F>;
  const read = (value: unknown): { value: InputOf<F> } | { issue: Issue } => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { issue: { type: 'dict_type', msg: 'Input should be a valid dictionary' } };
    const inner: Record<string, unknown> = { ...fallback };
    for (const [name, each] of entries) {
      const given = (value as Record<string, unknown>)[name];
      if (given === undefined) continue;
      const reading = each.read(given);
      if ('issue' in reading) return { issue: { ...reading.issue, path: [name] } };
      inner[name] = reading.value;
    }
    return { value: inner as InputOf<F> };
  };
  const properties = Object.fromEntries(
    entries.map(([name, each]) => [name, { default: each.fallback, ...each.schema }]),
  );
  return field(read, fallback, { type: 'object', properties });
}

/** A field whose value is read by a function of its own. */
export function custom<T>(read: Field<T>['read'], fallback: T, schema?: Field<T>['schema']): Field<T> {
  return field(read, fallback, schema);
}

function limits({ min, max }: Range): Record<string, number> {
  return { ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) };
}

/** Numbers written as text are accepted, as by fal's models. */
function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
}

export function readInteger(value: unknown, range: Range): { value: number } | { issue: Issue } {
  const number = toNumber(value);
  if (number === undefined) {
    const isText = typeof value === 'string';
    const detail = isText ? ', unable to parse string as an integer' : '';
    return {
      issue: { type: isText ? 'int_parsing' : 'int_type', msg: `Input should be a valid integer${detail}` },
    };
  }
  if (Number.isInteger(number)) return inRange(number, range);
  const msg = 'Input should be a valid integer, got a number with a fractional part';
  return { issue: { type: 'int_from_float', msg } };
}

function readDecimal(value: unknown, range: Range): { value: number } | { issue: Issue } {
  const number = toNumber(value);
  if (number !== undefined) return inRange(number, range);
  const isText = typeof value === 'string';
  const detail = isText ? ', unable to parse string as a number' : '';
  return {
    issue: { type: isText ? 'float_parsing' : 'float_type', msg: `Input should be a valid number${detail}` },
  };
}

function inRange(value: number, { min, max }: Range): { value: number } | { issue: Issue } {
  if (min !== undefined && value < min) {
    const msg = `Input should be greater than or equal to ${min}`;
    return { issue: { type: 'greater_than_equal', msg, ctx: { ge: min } } };
  }
  if (max !== undefined && value > max) {
    const msg = `Input should be less than or equal to ${max}`;
    return { issue: { type: 'less_than_equal', msg, ctx: { le: max } } };
  }
  return { value };
}
