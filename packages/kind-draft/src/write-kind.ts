import { literal, type Plan, type PlannedWire } from './plan.ts';
import { writeExamples, writePrice, writeRates } from './write-price.ts';

/** Where the names that a draft may use are exported, as seen from `packages/catalog/src/kinds/<medium>/`. */
const homes: Readonly<Record<string, readonly string[]>> = {
  '../../define-kind.ts': ['defineKind'],
  '../../examples.ts': ['atSeconds', 'forImages'],
  '../../field.ts': ['ignored'],
  '../../fields/image-fields.ts': [
    'advancedImageFields',
    'imageNegativePromptField',
    'imagePromptField',
    'imageSizeField',
    'numImagesField',
    'toPixels',
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
  '../../pricing.ts': ['costWithSound', 'pricePerImage', 'priceWithSound', 'ruleCredits', 'rulePrice'],
  '../../server-half.ts': ['defineServerHalf'],
  '../../shared-wire.ts': ['expectsDuration', 'secondsAsText', 'sentSeed'],
  '../../wire.ts': ['notSent', 'same'],
};

/** `flux-schnell` is `fluxSchnell`. An id that begins with a digit gets a letter in front. */
export function exportName(id: string): string {
  const name = id.replaceAll(/-+(\w)/g, (_, letter: string) => letter.toUpperCase());
  return /^\d/.test(name) ? `k${name}` : name;
}

/**
 * The kind's file. Without a price that a human has read its rate is the text `PRICE_TO_DECIDE` where a number has to be,
 * and its day is none: the file does not compile, and its price throws.
 */
export function writeKind(plan: Plan): string {
  const body = `${writeRates(plan)}\n${kindHalf(plan)}\n${serverHalf(plan)}`;
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

function kindHalf(plan: Plan): string {
  const { id, medium, menu, fields } = plan;
  const validatedOnly =
    medium === 'video' ? 'advancedVideoFields' : medium === 'image' ? 'advancedImageFields' : '{}';
  const count = has(plan, 'num_images') ? '(input) => input.num_images' : '() => 1';
  const { group, path, order, isPage } = menu;
  const sound = medium === 'video' && has(plan, 'generate_audio') ? '  hasSound: true,\n' : '';
  return `
export const kind = defineKind({
  id: ${literal(id)},
  medium: '${medium}',
  menu: { group: '${group}', path: '${path}', order: ${order}, isNew: true, isPro: false, isPage: ${isPage} },
${sound}  fields: {
${fields.map(({ name, code }) => `    ${name}: ${code},`).join('\n')}
  },
  validatedOnly: ${validatedOnly},
  rules: [],
  price: ${writePrice(plan)},
  expectedOutputs: ${count},
  expectedSeconds: () => 60,
  columns: ${writeColumns(plan)},
});
`;
}

function writeColumns(plan: Plan): string {
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
  const mode = `mode: '${plan.menu.path.split('/')[1]}'`;
  const isPreset = fields.some(({ name, code }) => name === 'image_size' && code === 'imageSizeField()');
  return isPreset
    ? `(input) => ({ ${model}, ${mode}, ...toPixels(input.image_size) })`
    : `() => ({ ${model}, ${mode} })`;
}

function serverHalf(plan: Plan): string {
  const { endpoint, medium, fields, fixed, unsold, outputs, price } = plan;
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
${medium === 'video' && takes(plan, 'duration') ? '    expects: expectsDuration,\n' : ''}    sample: ${outputs.sample},
    providerPrice: {
      microUsd: ratesMicroUsd,
      unit: '${price?.unit ?? units[medium]}',
      cost,
      source: '${price?.source ?? formatSourceUrl(endpoint)}',
      asOf: '${price?.asOf ?? 'DAY_TO_DECIDE'}',
    },
    // One for every price.
    examples: [${writeExamples(plan).join(', ')}],
  });
`;
}

function ruleCode(wire: PlannedWire): string {
  if (typeof wire === 'string') return wire;
  if (Object.keys(wire).join() === 'as') return literal(wire.as);
  const seconds = secondsCode(wire.values);
  return seconds && Object.keys(wire).length === 1 ? seconds : literal(wire);
}

/** `secondsAsText` where fal's values are ours with one unit behind each. */
function secondsCode(values: Readonly<Record<string, unknown>> = {}): string | undefined {
  const entries = Object.entries(values);
  const unit = /^\d+(\D*)$/.exec(String(entries[0]?.[1]))?.[1];
  if (unit === undefined || entries.some(([ours, fal]) => fal !== `${ours}${unit}`)) return undefined;
  const seconds = entries.map(([ours]) => Number(ours));
  return `secondsAsText(${literal(seconds)}${unit === '' ? '' : `, ${literal(unit)}`})`;
}

/** fal's own page of a model for programs, which names its price. */
export function formatSourceUrl(endpoint: string): string {
  return `https://fal.ai/models/${endpoint}/llms.txt`;
}

const units = { video: 'video', image: 'image', audio: 'request', text: 'request' } as const;

function has({ fields }: Plan, name: string): boolean {
  return fields.some((field) => field.name === name);
}

function takes({ fields }: Plan, name: string): boolean {
  return fields.some((field) => field.name === name && field.wire !== 'notSent');
}
