import type { SchemaField, Shape } from '@atelier/fal';
import { literal, type Medium, type Plan } from './plan.ts';
import { exportName } from './write-kind.ts';

const homes: Readonly<Record<string, readonly string[]>> = {
  './clip.ts': ['clipTimes', 'makeClip'],
  './define-endpoint.ts': ['defineEndpoint'],
  './fields.ts': [
    'choice',
    'decimal',
    'flag',
    'integer',
    'nullable',
    'optionalInteger',
    'optionalText',
    'required',
    'text',
    'textList',
  ],
  './image-output.ts': ['imageOutput', 'imageSize'],
  './wan-fields.ts': ['videoSize'],
};

/** A file for the emulator: all of fal's fields with their ranges, and a result of the declared shape. */
export function writeEmulatorEndpoint(plan: Plan): string {
  const { endpoint, id, medium, input } = plan;
  const fields = input.flatMap((field) => {
    const code = fieldCode(field);
    return code === undefined ? [] : [`    ${field.name}: ${code},`];
  });
  const codes = new Map(input.map((field) => [field.name, fieldCode(field) ?? '']));
  const hasSteps = codes.get('num_inference_steps')?.startsWith('integer(');
  const steps = hasSteps ? '(input) => input.num_inference_steps' : '() => 0';
  const body = `
export const ${exportName(id)} = defineEndpoint({
  id: ${literal(endpoint)},
  medium: '${medium === 'image' ? 'images' : medium}',
  fields: {
${fields.join('\n')}
  },
  ${medium === 'video' ? '...clipTimes' : 'queueMs: 1_000,\n  runMs: 5_000'},
  steps: ${steps},
${makers[medium](plan, codes)}
});
`;
  return `${importsFor(body)}${body}`;
}

function importsFor(body: string): string {
  const used = new Set(body.match(/\b[A-Za-z]\w+(?=\()|(?<=\.{3})clipTimes\b/g));
  return Object.entries(homes)
    .map(([path, names]) => [path, names.filter((name) => used.has(name))] as const)
    .filter(([, names]) => names.length > 0)
    .map(([path, names]) => `import { ${names.join(', ')} } from '${path}';\n`)
    .join('');
}

/** Fields that the emulator has no check for, such as lists of objects, are left out. */
function fieldCode({ name, shape, isRequired, default: initial }: SchemaField): string | undefined {
  if (name === 'seed') return 'nullable(optionalInteger())';
  const code = shapeCode(name, shape, initial);
  return code !== undefined && isRequired ? `required(${code})` : code;
}

function shapeCode(name: string, shape: Shape, initial: unknown): string | undefined {
  switch (shape.type) {
    case 'text':
      return typeof initial === 'string' && initial !== '' ? `text(${literal(initial)})` : 'text()';
    case 'boolean':
      return `flag(${initial === true})`;
    case 'choice': {
      const texts = shape.options.map(String);
      return `choice(${literal(texts)}, ${literal(texts.includes(String(initial)) ? String(initial) : texts[0])})`;
    }
    case 'number': {
      const { isWhole, min, max } = shape;
      if (typeof initial !== 'number' && min === undefined) return isWhole ? 'optionalInteger()' : undefined;
      const ends = [min === undefined ? '' : `min: ${min}`, max === undefined ? '' : `max: ${max}`].filter(
        Boolean,
      );
      return `${isWhole ? 'integer' : 'decimal'}({ ${ends.join(', ')} }, ${initial ?? min})`;
    }
    case 'list':
      return shape.of.type === 'text' ? 'textList()' : undefined;
    case 'union':
      return name === 'image_size' ? `imageSize(${literal(initial ?? 'square_hd')})` : undefined;
    default:
      return undefined;
  }
}

type Codes = ReadonlyMap<string, string>;

const makers: Readonly<Record<Medium, (plan: Plan, codes: Codes) => string>> = {
  image({ title, output }, codes) {
    const isSized = /^(required\()?imageSize\(/.test(codes.get('image_size') ?? '');
    const size = isSized ? '...input.image_size' : 'width: 1024, height: 1024';
    const count = codes.get('num_images') ? 'Number(input.num_images ?? 1)' : '1';
    const made = `await imageOutput({ ...order, ${size}, title: ${literal(title)}, count: ${count}, format: 'jpeg' })`;
    const usesInput = size.includes('input') || count !== '1';
    const order = usesInput ? '{ input, ...order }' : '{ input: _input, ...order }';
    const declared = output.map(({ name }) => name);
    const all = ['images', 'timings', 'seed', 'has_nsfw_concepts', 'prompt'];
    if (all.every((name) => declared.includes(name))) return `  make: async (${order}) => ${made},`;
    const kept = all.filter((name) => declared.includes(name));
    const single = declared.includes('image') ? ['image: (made.images as unknown[])[0]'] : [];
    const parts = [...kept.map((name) => `${name}: made.${name}`), ...single];
    return `  async make(${order}) { const made = ${made}; return { ${parts.join(', ')} }; },`;
  },
  video: makeVideo,
  audio({ output }) {
    const name = output.find(({ name }) => /^audio/.test(name))?.name ?? 'audio';
    return `  async make({ prompt, seed, tools }) {
    return { ${name}: await tools.sound({ durationSeconds: 5, seed, prompt }) };
  },`;
  },
  text({ output }) {
    const name = output.find(({ name }) => ['output', 'text', 'results'].includes(name))?.name ?? 'output';
    return `  make: async ({ prompt }) => ({ ${name}: \`You asked: “\${prompt}” This answer comes from the local preview.\` }),`;
  },
};

/** Sizes that the emulator knows; another resolution is drawn as 720p. */
const resolutions = ['360p', '480p', '540p', '580p', '720p', '768p', '1080p', '1440p', '2160p'];

/** A video of the length, the ratio and with the sound that the input asks for, which begins with its first image. */
function makeVideo({ title, fields, output }: Plan, codes: Codes): string {
  const named = (name: string) => {
    const field = fields.find((each) => each.name === name);
    return field?.source && codes.get(field.source.name)
      ? { ...field, falName: field.source.name }
      : undefined;
  };
  const [image, ratio, resolution] = [named('image_url'), named('aspect_ratio'), named('resolution')];
  const [length, sound] = [named('duration'), named('generate_audio')];
  const first = image?.default === undefined ? image?.falName : undefined;
  const isKnown = resolution?.options?.every((each) => resolutions.includes(String(each))) ?? false;
  const size = [
    isKnown ? 'input.resolution' : "'720p'",
    ratio ? 'input.aspect_ratio' : "'auto'",
    ...(first ? ['image'] : []),
  ];
  const clip = [
    'prompt',
    'seed',
    'tools',
    `size: videoSize(${size.join(', ')})`,
    ...(first ? ['photoPaths: [image.path]'] : []),
  ];
  const seconds = length ? `Number.parseInt(String(input.${length.falName}), 10)` : '5';
  const lines = [
    ...(first ? [`const image = await tools.loadImage('${first}', input.${first});`] : []),
    `const clip = { title: ${literal(title)}, ${clip.join(', ')} };`,
    `const video = await makeClip({ ...clip, seconds: ${seconds}, hasSound: ${sound ? `input.${sound.falName}` : false} });`,
    `return { video${output.some(({ name }) => name === 'seed') ? ', seed' : ''} };`,
  ].join('\n    ');
  const input = lines.includes('input.') ? 'input, ' : '';
  return `  async make({ ${input}prompt, seed, tools }) {\n    ${lines}\n  },`;
}
