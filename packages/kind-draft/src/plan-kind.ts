import type { EndpointSchema } from '@atelier/fal';
import { mapField } from './map-field.ts';
import { ourName } from './map-known.ts';
import { inOrder, locate } from './place.ts';
import {
  decide,
  type Medium,
  type Note,
  open,
  type Plan,
  type PlannedField,
  type PlannedPrice,
  type StatedPrice,
} from './plan.ts';
import { findMedium, planOutputs } from './plan-outputs.ts';
import { planPrice } from './plan-price.ts';
import { type Wanted, withOptions, withRanges } from './wanted.ts';

/** Throws where no draft is possible: the catalog has no medium for what the endpoint makes. */
export function planKind(published: EndpointSchema, wanted: Wanted = {}): Plan {
  const schema = withRanges(published, wanted);
  const { endpoint, input, output } = schema;
  const medium = findMedium(output);
  if (!medium) {
    const made = output.map(({ name }) => name).join(', ') || 'nothing that is described';
    throw new Error(`${endpoint} makes ${made}; the catalog has video, image, audio and text`);
  }
  const id = wanted.id ?? toId(endpoint);
  const notes: Note[] = [];
  const fields: PlannedField[] = [];
  const unsold: Record<string, unknown> = {};
  for (const source of withOptions(schema, wanted).input) {
    const mapping = mapField(source, medium);
    notes.push(...(mapping.notes ?? []));
    if ('field' in mapping) fields.push(renamed(mapping.field, ourName(source, input)));
    else if ('unsold' in mapping) unsold[source.name] = mapping.unsold;
  }
  const fixed = takeTolerance(unsold, fields);
  const own = ownFields(schema, medium);
  const all = inOrder([...fields, ...own.fields]);
  const { price, notes: priceNotes } = computePrice(wanted.price, all);
  const { code, sample, notes: outputNotes } = planOutputs(medium, output);
  notes.unshift(
    ...priceNotes,
    ...(schema.isDeprecated ? [open('fal has marked this endpoint as deprecated')] : []),
  );
  notes.push(...outputNotes, ...own.notes, ...questions(unsold));
  return {
    endpoint,
    id,
    title: wanted.title ?? formatTitle(endpoint),
    medium,
    menu: locate({ id, medium, fields: all }),
    price,
    fields: all,
    fixed,
    unsold,
    outputs: { code, sample },
    input,
    output,
    notes,
  };
}

function computePrice(stated: StatedPrice | undefined, fields: readonly PlannedField[]) {
  const none: { price?: PlannedPrice } = {};
  if (!stated) return { ...none, notes: [open('price: fill in the price; docs/prices.md has the rule')] };
  const price = planPrice(stated, fields);
  if (typeof price === 'string')
    return { ...none, notes: [open(`price: write it by hand, because ${price}`)] };
  const notes =
    price.unit === 'megapixel'
      ? [decide('price: counted for one megapixel; is every size that is offered within one?')]
      : [];
  return { price, notes };
}

/** The field under the catalog's name; fal's is in its wire rule. */
function renamed(field: PlannedField, name: string): PlannedField {
  if (name === field.name) return field;
  return { ...field, name, wire: { as: field.name, ...(typeof field.wire === 'string' ? {} : field.wire) } };
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
    decide('menu: its place, isNew, isPro'),
    decide('expectedSeconds and columns: measure one generation, and say which fields decide its size'),
    ...(names.length > 0 ? [decide(`not offered, with fal’s default: ${names.join(', ')}`)] : []),
  ];
}

/** Returns the fields that every kind of a medium has although the model has no input for them. */
function ownFields({ endpoint, input }: EndpointSchema, medium: Medium) {
  const falNames = new Set(input.map(({ name }) => name));
  const isVisual = medium === 'video' || medium === 'image';
  const fields: PlannedField[] = [];
  const notes: Note[] = [];
  const add = (name: string, code: string, initial: unknown) => {
    if (!falNames.has(name)) fields.push({ name, code, wire: 'notSent', default: initial });
  };
  if (isVisual) add('negative_prompt', 'ignoredNegativePromptField()', '');
  if (medium === 'video') {
    // A video that begins with an image has its ratio.
    const ratio = input.some(({ name, isRequired }) => isRequired && /image|frame/.test(name))
      ? 'auto'
      : '16:9';
    add('aspect_ratio', `ignoredRatioField('${ratio}')`, ratio);
    if (!falNames.has('aspect_ratio'))
      notes.push(decide('aspect_ratio: what the model delivers without the field'));
  }
  add('seed', 'ignored(seedField())', null);
  if (isVisual && !falNames.has('enable_safety_checker') && !falNames.has('safety_tolerance'))
    notes.push(
      open(
        `no field says whether content is checked: add '${endpoint.split('/').slice(0, 3).join('/')}' to checksOnItsOwn in packages/catalog/src/every-kind.test.ts, unless it is there, or do not sell it`,
      ),
    );
  return { fields, notes };
}

/** `fal-ai/kling-video/v2.5-turbo/pro/text-to-video` is `kling-video-v2-5-turbo-pro-text-to-video`. */
function toId(endpoint: string): string {
  return endpoint
    .replace(/^fal-ai\//, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function formatTitle(endpoint: string): string {
  const words = endpoint.replace(/^fal-ai\//, '').split(/[/_-]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
