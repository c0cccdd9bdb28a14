import { type Field, type Kind, kinds } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import type { Plan, PlannedField } from './plan.ts';
import { planKind } from './plan-kind.ts';
import type { FalTypes } from './read-types.ts';
import { readTypesAndFacts } from './stored-facts.ts';

/** One property in which the draft of a kind differs from the kind. */
export type Difference = {
  kind: string;
  what: 'fields' | 'default' | 'choices' | 'wire' | 'unsold' | 'result';
  field: string;
  draft: string;
  kindHas: string;
};

export type Comparison = {
  kind: string;
  fields: number;
  /** Fields that are the same in name, default, choices and wire. */
  equalFields: number;
  differences: readonly Difference[];
};

/** Drafts every kind of the catalog in memory and compares it with the kind. */
export function compareAll(
  all: readonly Kind[] = kinds,
  types: FalTypes = readTypesAndFacts(),
): Comparison[] {
  return all.map((kind) => compareKind(kind, planKind(types.read(getProvider(kind).endpoint))));
}

function compareKind(kind: Kind, plan: Plan): Comparison {
  const { table } = getProvider(kind);
  const falName = (name: string) => {
    const rule = table.wire[name];
    return typeof rule === 'string' ? rule : (rule?.as ?? name);
  };
  const drafted = new Map(plan.fields.map((field) => [field.source?.name ?? field.name, field]));
  const differences: Difference[] = [];
  const note = (what: Difference['what'], field: string, draft: unknown, has: unknown) => {
    const [shownDraft, shownHas] = [shown(draft), shown(has)];
    if (shownDraft !== shownHas)
      differences.push({ kind: kind.id, what, field, draft: shownDraft, kindHas: shownHas });
  };
  for (const [name, field] of Object.entries(kind.fields)) {
    const planned = drafted.get(falName(name));
    drafted.delete(falName(name));
    if (!planned) note('fields', name, whereElse(plan, falName(name)), 'a field');
    else compareField({ name, field, planned, rule: table.wire[name], note });
  }
  for (const name of drafted.keys()) {
    const isElsewhere = Object.hasOwn({ ...table.fixed, ...table.unsold }, name);
    note('fields', name, 'a field', isElsewhere ? 'not offered' : 'absent');
  }
  compareUnsold(kind, plan, note);
  const sample = Object.keys(getProvider(kind).sample as object)
    .toSorted()
    .join(', ');
  note('result', 'sample', sampleNames(plan), sample);
  const differing = new Set(differences.map(({ field }) => field));
  const equalFields = Object.keys(kind.fields).filter((name) => !differing.has(name)).length;
  return { kind: kind.id, fields: Object.keys(kind.fields).length, equalFields, differences };
}

type Noting = (what: Difference['what'], field: string, draft: unknown, has: unknown) => void;

function compareField(compared: {
  name: string;
  field: Field;
  planned: PlannedField;
  rule: unknown;
  note: Noting;
}): void {
  const { name, field, planned, rule, note } = compared;
  const initial = field.isRequired ? undefined : (field.whenAbsent ?? field.default);
  note('default', name, planned.default, initial);
  const { widget } = field;
  const options = widget.type === 'choice' ? widget.options.map(({ value }) => value).toSorted() : undefined;
  // Choices of a field that only the product has come from a function, not from the draft.
  if (planned.source) note('choices', name, planned.options?.toSorted(), options);
  note('wire', name, readRule(planned), rule);
}

/** The rule as the catalog stores it. */
function readRule({ wire }: PlannedField): unknown {
  if (wire === 'same') return {};
  if (wire === 'notSent') return null;
  if (wire === 'sentSeed') return { unless: null };
  return Object.keys(wire).join() === 'as' ? wire.as : wire;
}

function whereElse({ unsold, input }: Plan, name: string): string {
  if (Object.hasOwn(unsold, name)) return 'not offered';
  return input.some((field) => field.name === name) ? 'left out' : 'fal has no such field';
}

function compareUnsold(kind: Kind, plan: Plan, note: Noting): void {
  const { fixed, unsold, wire } = getProvider(kind).table;
  const sent = new Set(Object.values(wire).map((rule) => (typeof rule === 'string' ? rule : rule?.as)));
  const [drafted, has] = [keptBy(plan), keptBy({ fixed, unsold })];
  for (const name of new Set([...drafted.keys(), ...has.keys()])) {
    // Where one of the two offers the field, that is reported already.
    const isOffered = plan.fields.some((field) => field.name === name) || Object.hasOwn(kind.fields, name);
    if (!isOffered && !sent.has(name)) note('unsold', name, drafted.get(name), has.get(name));
  }
}

function keptBy({ fixed = {}, unsold = {} }: Partial<Pick<Plan, 'fixed' | 'unsold'>>): Map<string, unknown> {
  return new Map([
    ...Object.entries(unsold),
    ...Object.entries(fixed).map(([name, value]): [string, unknown] => [name, `always ${shown(value)}`]),
  ]);
}

function sampleNames({ outputs }: Plan): string {
  const written = JSON.parse(outputs.sample.replaceAll(/(?<=[{,] )(\w+):/g, '"$1":')) as object;
  return Object.keys(written).toSorted().join(', ');
}

function shown(value: unknown): string {
  return value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
}

/** Markdown: one table with the sums, and one with every difference. */
export function renderComparison(comparisons: readonly Comparison[]): string {
  const sums = comparisons.map(({ kind, fields, equalFields, differences }) => {
    const of = (what: Difference['what']) => differences.filter((each) => each.what === what).length;
    return [kind, `${equalFields} of ${fields}`, ...columns.map((what) => String(of(what)))];
  });
  const rows = comparisons.flatMap(({ differences }) =>
    differences.map(({ kind, what, field, draft, kindHas }) => [
      kind,
      what,
      `\`${field}\``,
      code(draft),
      code(kindHas),
    ]),
  );
  return [
    table(['Kind', 'Fields alike', ...columns], sums),
    table(['Kind', 'What', 'Field', 'Draft', 'Kind'], rows),
  ].join('\n\n');
}

const columns = ['fields', 'default', 'choices', 'wire', 'unsold', 'result'] as const;
const maxShown = 70;

function code(text: string): string {
  const short = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
  return short.replaceAll('|', '\\|');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
