import { literal, type Plan, type PlannedField, type PlannedWire } from './plan.ts';

/** Where the names that a draft may use are exported, as seen from `packages/catalog/src/kinds/<medium>/`. */
const homes: Readonly<Record<string, readonly string[]>> = {
  '../../define-kind.ts': ['defineKind'],
  '../../field.ts': ['ignored'],
  '../../fields/image-fields.ts': [
    'advancedImageFields',
    'imageNegativePromptField',
    'imagePromptField',
    'imageSizeField',
    'numImagesField',
    'pixelsOf',
  ],
  '../../fields/model-fields.ts': ['modelRatioField', 'oneOf', 'secondsField', 'soundField'],
  '../../fields/text-field.ts': [
    'ignoredNegativePromptField',
    'negativePromptField',
    'optionalPromptField',
    'promptField',
    'textField',
  ],
  '../../fields/upload-field.ts': ['optionalUpload', 'requiredUpload', 'requiredUploadList', 'uploadList'],
  '../../fields/value-fields.ts': ['seedField', 'sliderField', 'switchField'],
  '../../fields/video-fields.ts': [
    'advancedVideoFields',
    'aspectRatioField',
    'ignoredRatioField',
    'resolutionField',
    'videoSize',
  ],
  '../../outputs.ts': [
    'audioOutputs',
    'describedOutputs',
    'imageOutputs',
    'proVideoOutputs',
    'singleImageOutputs',
    'soundOutputs',
    'textOutputs',
    'unflaggedOutputs',
    'videoAndPromptOutputs',
    'videoOutputs',
  ],
  '../../pricing.ts': ['pricePerImage', 'ruleCredits', 'rulePrice'],
  '../../server-half.ts': ['defineServerHalf'],
  '../../shared-wire.ts': ['sentSeed'],
  '../../wire.ts': ['notSent', 'same'],
};

const groups = { video: 'video', image: 'image', audio: 'audio', text: 'understanding' } as const;

/** `flux-schnell` is `fluxSchnell`. An id that begins with a digit gets a letter in front. */
export function exportName(id: string): string {
  const name = id.replaceAll(/-+(\w)/g, (_, letter: string) => letter.toUpperCase());
  return /^\d/.test(name) ? `k${name}` : name;
}

/**
 * The kind's file. Its rate is the text `PRICE_TO_DECIDE` where a number has to be, and its day is none: the file does
 * not compile, and its price throws, until a human has read fal's price.
 */
export function writeKind(plan: Plan): string {
  const body = `${rates(plan)}\n${kindHalf(plan)}\n${serverHalf(plan)}`;
  return `${importsFor(body)}\n${body}`;
}

function importsFor(body: string): string {
  const used = new Set(body.match(/\b[A-Za-z]\w+\b/g));
  return Object.entries(homes)
    .map(([path, names]) => [path, names.filter((name) => used.has(name))] as const)
    .filter(([, names]) => names.length > 0)
    .map(([path, names]) => `import { ${names.join(', ')} } from '${path}';\n`)
    .join('');
}

/** One rate for every input; a price that options change has a rate for each. */
function rates(plan: Plan): string {
  const isCounted = has(plan, 'num_images');
  const cost = isCounted
    ? '(input: { num_images: number }) => ratesMicroUsd.any * input.num_images'
    : '() => ratesMicroUsd.any';
  return `
const ratesMicroUsd = { any: 'PRICE_TO_DECIDE' satisfies number };
const cost = ${cost};
`;
}

function kindHalf(plan: Plan): string {
  const { id, medium, fields } = plan;
  const validatedOnly =
    medium === 'video' ? 'advancedVideoFields' : medium === 'image' ? 'advancedImageFields' : '{}';
  const isCounted = has(plan, 'num_images');
  const count = isCounted ? '(input) => input.num_images' : '() => 1';
  const price = isCounted
    ? '(input) => pricePerImage(ruleCredits(ratesMicroUsd.any), {}, input.num_images)'
    : '() => rulePrice(cost())';
  return `
export const kind = defineKind({
  id: ${literal(id)},
  medium: '${medium}',
  menu: { group: '${groups[medium]}', path: '${pathOf(plan)}', order: 0, isNew: true, isPro: false, isPage: true },
  fields: {
${fields.map(({ name, code }) => `    ${name}: ${code},`).join('\n')}
  },
  validatedOnly: ${validatedOnly},
  rules: [],
  price: ${price},
  expectedOutputs: ${count},
  expectedSeconds: () => 60,
  columns: ${columnsOf(plan)},
});
`;
}

function pathOf({ id, medium, fields }: Plan): string {
  if (medium === 'text') return `understanding/${id}`;
  if (medium !== 'image') return `${medium}/${id}`;
  return fields.some(({ name }) => name.startsWith('image_url'))
    ? 'image/image-to-image'
    : 'image/text-to-image';
}

function columnsOf(plan: Plan): string {
  const { id, medium, fields } = plan;
  const model = `model: ${literal(id)}`;
  const isSized = medium === 'video' && takes(plan, 'resolution') && takes(plan, 'aspect_ratio');
  if (isSized) return `(input) => ({ ${model}, ...videoSize(input.resolution, input.aspect_ratio) })`;
  if (medium !== 'image') {
    const words = fields.find(({ code }) => code.startsWith('textField'))?.name;
    return words && !has(plan, 'prompt')
      ? `(input) => ({ ${model}, prompt: input.${words} })`
      : `() => ({ ${model} })`;
  }
  const mode = `mode: '${pathOf(plan).split('/')[1]}'`;
  const isPreset = fields.some(({ name, code }) => name === 'image_size' && code === 'imageSizeField()');
  return isPreset
    ? `(input) => ({ ${model}, ${mode}, ...pixelsOf(input.image_size) })`
    : `() => ({ ${model}, ${mode} })`;
}

function serverHalf({ endpoint, medium, fields, fixed, unsold, outputs }: Plan): string {
  const needed = fields.filter(({ example }) => example !== undefined);
  const subject = needed.map((field) => `${field.name}: ${field.example}`).join(', ');
  const kept = Object.entries({ fixed, unsold })
    .filter(([, values]) => Object.keys(values).length > 0)
    .map(([name, values]) => `    ${name}: ${literal(values)},\n`)
    .join('');
  return `
const subject = { ${subject} };

export const server = () =>
  defineServerHalf(kind, {
    endpoint: ${literal(endpoint)},
    wire: {
${fields.map((field) => `      ${field.name}: ${ruleCode(field.wire)},`).join('\n')}
    },
${kept}    outputs: ${outputs.code},
    sample: ${outputs.sample},
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: '${units[medium]}',
      cost,
      source: 'https://fal.ai/models/${endpoint}/llms.txt',
      asOf: 'DAY_TO_DECIDE',
    },
    // One for every price.
    examples: [{ input: subject, costCredits: 0 }${fields.flatMap(optionExamples).join('')}],
  });
`;
}

function ruleCode(wire: PlannedWire): string {
  return typeof wire === 'string' ? wire : literal(wire);
}

const units = { video: 'video', image: 'image', audio: 'request', text: 'request' } as const;

/** Fields that fal prices by, as far as its prices are known to follow them. */
const priced = ['num_images', 'resolution', 'duration', 'image_size', 'generate_audio', 'quality'];

function optionExamples(field: PlannedField): string[] {
  if (!priced.includes(field.name)) return [];
  return (field.options ?? [])
    .filter((value) => value !== field.default)
    .map((value) => `, { input: { ...subject, ${field.name}: ${literal(value)} }, costCredits: 0 }`);
}

function has({ fields }: Plan, name: string): boolean {
  return fields.some((field) => field.name === name);
}

function takes({ fields }: Plan, name: string): boolean {
  return fields.some((field) => field.name === name && field.wire !== 'notSent');
}
