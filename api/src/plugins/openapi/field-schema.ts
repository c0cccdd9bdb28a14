import {
  type ChoiceOption,
  type Field,
  type Kind,
  maxDataAddressLength,
  valueWhenAbsent,
} from '@atelier/catalog';
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types';

export type Schema = OpenApi.SchemaObject;

/** Returns the schema of a kind's input, with all of its fields. */
export function inputSchema({ fields }: Pick<Kind, 'fields'>) {
  const entries = Object.entries(fields);
  return {
    type: 'object' as const,
    properties: Object.fromEntries(entries.map(([name, field]) => [name, fieldSchema(field)])),
    required: entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
  };
}

/** Returns the schema of one field of a kind as the API accepts it, with the default of an absent field. */
export function fieldSchema(field: Field): Schema {
  const schema = valueSchema(field);
  const fallback = valueWhenAbsent(field);
  return {
    ...schema,
    ...(field.isRequired || fallback === undefined ? {} : { default: fallback }),
    ...describe(field),
  };
}

function valueSchema({ widget, default: initial, isRequired, range, takesPixels }: Field): Schema {
  switch (widget.type) {
    case 'textarea':
      return { type: 'string', ...(isRequired && { minLength: 1 }), maxLength: widget.maxCodePoints };
    case 'choice': {
      const values = widget.options.map((option) => option.value);
      const named: Schema = { type: values.every(Number.isInteger) ? 'integer' : 'string', enum: values };
      return takesPixels ? { anyOf: [named, ...pixelSchemas(widget.options)] } : named;
    }
    case 'slider': {
      const { min, max } = range ?? widget;
      return { type: Number.isInteger(widget.step) ? 'integer' : 'number', minimum: min, maximum: max };
    }
    case 'switch':
      return { type: 'boolean' };
    case 'consent':
      return { type: ['boolean', 'null'] };
    case 'seed':
      return {
        type: ['integer', 'null'],
        minimum: range?.min ?? 0,
        maximum: range?.max ?? Number.MAX_SAFE_INTEGER,
      };
    case 'upload': {
      const address: Schema = { type: 'string', format: 'uri-reference', maxLength: maxDataAddressLength };
      if (widget.maxFiles > 1)
        return {
          type: 'array',
          items: address,
          ...(isRequired && { minItems: 1 }),
          maxItems: widget.maxFiles,
        };
      if (isRequired) return { ...address, minLength: 1 };
      return initial === null ? { ...address, type: ['string', 'null'] } : address;
    }
  }
}

/** An option may be sent as the width and height that it stands for. */
function pixelSchemas(options: readonly ChoiceOption[]): Schema[] {
  return options.flatMap(({ value, ratio }) => {
    if (!ratio) return [];
    const [width, height] = ratio;
    const properties = { width: { const: width }, height: { const: height } };
    return { type: 'object', title: String(value), properties, required: ['width', 'height'] };
  });
}

/** The rules that a schema has no keyword for. */
function describe(field: Field): { description?: string } {
  const { widget, effectNeeds, neededWhen, longNeeds } = field;
  const sentences: string[] = [];
  if (widget.type === 'upload')
    sentences.push(
      `${widget.maxFiles > 1 ? `Up to ${widget.maxFiles} addresses` : 'Address'} of ${article[widget.accept]}: an uploaded file (\`/media/…\`), a public one (\`https://…\`), or the file itself as \`data:…\`, up to 3 MB.`,
    );
  if (widget.type === 'seed' && field.default === null) sentences.push('`null`: the model chooses one.');
  if (widget.type === 'choice') {
    const paid = widget.options.filter(({ isPaidOnly }) => isPaidOnly).map(({ value }) => `\`${value}\``);
    if (field.takesPixels)
      sentences.push('A name, or the width and height of a name as an object; other sizes are refused.');
    if (paid.length > 0) sentences.push(`For accounts that have paid: ${paid.join(', ')}.`);
  }
  if ('unit' in widget && widget.unit) sentences.push(`Unit: ${widget.unit}.`);
  if (widget.type === 'slider' && field.range && !isOffered(widget, field.range))
    sentences.push(
      `The model uses ${widget.min} to ${widget.max}; other values are sent as the nearest of these.`,
    );
  if (widget.type === 'consent')
    sentences.push(
      `Required to be \`true\` with \`${widget.to}\`: you are the speaker in that file, or have their consent. Kept with the generation and never sent to the model; without a file it has no meaning.`,
    );
  if (effectNeeds) sentences.push(`Has an effect only when \`${effectNeeds}\` is above 0.`);
  if (neededWhen) sentences.push(`Required when \`${neededWhen.field}\` is \`${neededWhen.value}\`.`);
  if (longNeeds)
    sentences.push(
      `Above ${longNeeds.above} only with \`resolution\` ${listCodes(longNeeds.resolution)} and \`fps\` ${listCodes(longNeeds.fps)}.`,
    );
  if (field.isIgnored)
    sentences.push(
      'The model has no such input: kept with the generation and not sent, as `adjustments` says.',
    );
  return sentences.length > 0 ? { description: sentences.join(' ') } : {};
}

const listCodes = (values: readonly (string | number)[]) =>
  values.map((value) => `\`${value}\``).join(' or ');

const article = {
  image: 'an image',
  video: 'a video',
  audio: 'a sound',
  'audio-or-video': 'a sound or a video',
};

function isOffered(widget: { min: number; max: number }, range: { min: number; max: number }): boolean {
  return widget.min <= range.min && widget.max >= range.max;
}
