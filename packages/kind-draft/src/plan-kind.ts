import type { EndpointSchema } from '@atelier/fal';
import { mapField } from './map-field.ts';
import { decide, type Medium, type Note, open, type Plan, type PlannedField } from './plan.ts';
import { mediumOf, planOutputs } from './plan-outputs.ts';

/** Throws where no draft is possible: the catalog has no medium for what the endpoint makes. */
export function planKind(schema: EndpointSchema, wanted: { id?: string | undefined } = {}): Plan {
  const { endpoint, input, output } = schema;
  const medium = mediumOf(output);
  if (!medium) {
    const made = output.map(({ name }) => name).join(', ') || 'nothing that is described';
    throw new Error(`${endpoint} makes ${made}; the catalog has video, image, audio and text`);
  }
  const id = wanted.id ?? idOf(endpoint);
  const notes: Note[] = [open('price: fill in the price; docs/prices.md has the rule')];
  if (schema.isDeprecated) notes.push(open('fal has marked this endpoint as deprecated'));
  const fields: PlannedField[] = [];
  const unsold: Record<string, unknown> = {};
  for (const source of inOrder(input)) {
    const mapping = mapField(source, medium);
    notes.push(...(mapping.notes ?? []));
    if ('field' in mapping) fields.push(mapping.field);
    else if ('unsold' in mapping) unsold[source.name] = mapping.unsold;
  }
  const fixed = takeTolerance(unsold, fields);
  const own = ownFields(medium, new Set(input.map(({ name }) => name)));
  const { code, sample, notes: outputNotes } = planOutputs(medium, output);
  notes.push(...outputNotes, ...own.notes, ...questions(unsold));
  return {
    endpoint,
    id,
    title: titleOf(endpoint),
    medium,
    fields: [...fields, ...own.fields],
    fixed,
    unsold,
    outputs: { code, sample },
    input,
    output,
    notes,
  };
}

/** How strictly content is checked is always sent, where that is the only choice: a new default must not loosen it. */
function takeTolerance(unsold: Record<string, unknown>, fields: readonly PlannedField[]) {
  const { safety_tolerance: tolerance } = unsold;
  if (tolerance === undefined || fields.some(({ name }) => name === 'enable_safety_checker')) return {};
  delete unsold.safety_tolerance;
  return { safety_tolerance: tolerance };
}

function questions(unsold: Readonly<Record<string, unknown>>): Note[] {
  const names = Object.keys(unsold);
  return [
    decide('menu: group, path, order, isNew, isPro'),
    decide('expectedSeconds and columns: measure one generation, and say which fields decide its size'),
    ...(names.length > 0 ? [decide(`not offered, with fal’s default: ${names.join(', ')}`)] : []),
  ];
}

/** What every kind of a medium takes although the model has no input for it. */
function ownFields(medium: Medium, falNames: ReadonlySet<string>) {
  const isVisual = medium === 'video' || medium === 'image';
  const fields: PlannedField[] = [];
  const notes: Note[] = [];
  const add = (name: string, code: string, initial: unknown) => {
    if (!falNames.has(name)) fields.push({ name, code, wire: 'notSent', default: initial });
  };
  if (isVisual) add('negative_prompt', 'ignoredNegativePromptField()', '');
  if (medium === 'video') {
    add('aspect_ratio', "ignoredRatioField('16:9')", '16:9');
    if (!falNames.has('aspect_ratio'))
      notes.push(decide('aspect_ratio: what the model delivers without the field'));
  }
  add('seed', 'ignored(seedField())', null);
  if (isVisual && !falNames.has('enable_safety_checker') && !falNames.has('safety_tolerance'))
    notes.push(
      open(
        'no field says whether content is checked: list the endpoint in every-kind.test.ts, or do not sell it',
      ),
    );
  return { fields, notes };
}

const first = [
  'prompt',
  'text',
  'image_url',
  'video_url',
  'image_urls',
  'image_size',
  'aspect_ratio',
  'resolution',
  'duration',
  'num_images',
];
const last = ['enable_safety_checker', 'enable_prompt_expansion', 'seed'];

/** Ours has an order: what a user writes first, what hardly any user changes last. */
function inOrder<F extends { name: string; isRequired: boolean }>(input: readonly F[]): F[] {
  const rank = ({ name, isRequired }: F) => {
    if (first.includes(name)) return first.indexOf(name);
    if (last.includes(name)) return 100 + last.indexOf(name);
    return isRequired ? 20 : 50;
  };
  return input.toSorted((a, b) => rank(a) - rank(b));
}

/** `fal-ai/kling-video/v2.5-turbo/pro/text-to-video` is `kling-video-v2-5-turbo-pro-text-to-video`. */
function idOf(endpoint: string): string {
  return endpoint
    .replace(/^fal-ai\//, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function titleOf(endpoint: string): string {
  const words = endpoint.replace(/^fal-ai\//, '').split(/[/_-]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
