import type { SchemaField } from '@atelier/fal';
import { choiceCode, listOptions, mapKnown, pickInitial, take } from './map-known.ts';
import { decide, type Mapping, type Medium, open } from './plan.ts';

/** How a file is delivered, or of no interest to a user: never offered. */
const plumbing =
  /^(sync_mode|output_format|output_type|video_output_type|format|acceleration|video_quality|video_write_mode|enable_output_safety_checker|safety_tolerance|safety_checker_version|request_id|webhook_url|image_format|output_quality|return_\w+|use_cache)$/;
/** More options than this are no list to choose from. */
const maxOptions = 60;

/** The draft of one of fal's input fields: a field of the kind, a default that is not offered, or neither. */
export function mapField(source: SchemaField, medium: Medium): Mapping {
  const { name, shape, isRequired } = source;
  if (plumbing.test(name) && !isRequired) return unsold(source);
  const known = mapKnown(source, medium);
  if (known) return known;
  const options = listOptions(shape);
  if (options && options.length > 1 && options.length <= maxOptions) return choice(source, options);
  if (isRequired && shape.type === 'text')
    return {
      ...take(source, "textField({ rows: 3, missing: 'prompt_required' })", { example: "'Some text'" }),
      notes: [
        decide(`${name} is a text of its own: its message, and whether lists search it (columns.prompt)`),
      ],
    };
  if (isRequired)
    return { dropped: true, notes: [open(`${name} is required and has no field: ${shape.type}`)] };
  return unsold(source);
}

function choice(source: SchemaField, options: readonly (string | number)[]): Mapping {
  const initial = pickInitial(source, options);
  const notes = [
    decide(`${source.name} is offered with ${options.length} options: does it belong into the form?`),
  ];
  // Leaves out a choice without a default of fal's: its first option would be a choice that a request without the field
  // does not make.
  if (source.default === undefined && !source.isRequired)
    return {
      dropped: true,
      notes: [decide(`${source.name} is left out: fal states no default of its ${options.length} options`)],
    };
  // Written in capitals at fal only: `TURBO` is `turbo` here.
  const isLoud = options.every((option) => /^[A-Z][A-Z_]+$/.test(String(option)));
  const toOurs = (option: string | number) => (isLoud ? String(option).toLowerCase() : option);
  const [ours, first] = [options.map(toOurs), toOurs(initial)];
  const wire = isLoud
    ? { wire: { values: Object.fromEntries(options.map((option) => [toOurs(option), option])) } }
    : {};
  return {
    ...take(source, choiceCode(ours, first, 'advanced'), { options: ours, default: first, ...wire }),
    notes,
  };
}

/** fal's client may send a field that is not offered, with exactly its default. */
function unsold({ name, shape, default: value }: SchemaField): Mapping {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { unsold: value };
  // The types do not write down a default of false.
  if (shape.type === 'boolean' && value === undefined) return { unsold: false };
  return {
    dropped: true,
    notes: [decide(`${name} (${shape.type}) is left out; requests that have it are refused`)],
  };
}
