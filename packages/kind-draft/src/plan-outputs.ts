import type { SchemaField, Shape } from '@atelier/fal';
import { literal, type Medium, type Note, open } from './plan.ts';

/** fal's result shapes that `packages/catalog/src/outputs.ts` reads, by the names of their fields. */
const formats: readonly { code: string; medium: Medium; names: readonly string[] }[] = [
  { code: 'videoOutputs', medium: 'video', names: ['video', 'seed'] },
  { code: 'videoAndPromptOutputs', medium: 'video', names: ['video', 'seed', 'prompt'] },
  { code: 'proVideoOutputs', medium: 'video', names: ['video'] },
  {
    code: 'imageOutputs',
    medium: 'image',
    names: ['images', 'timings', 'seed', 'has_nsfw_concepts', 'prompt'],
  },
  { code: 'unflaggedOutputs', medium: 'image', names: ['images', 'seed'] },
  { code: 'unflaggedOutputs', medium: 'image', names: ['images'] },
  { code: 'describedOutputs', medium: 'image', names: ['images', 'description'] },
  { code: 'singleImageOutputs', medium: 'image', names: ['image'] },
  { code: 'soundOutputs', medium: 'audio', names: ['audio'] },
  { code: 'audioOutputs', medium: 'audio', names: ['audio', 'prompt'] },
  { code: 'textOutputs', medium: 'text', names: ['output', 'finish_reason'] },
];

const mainNames: readonly { medium: Medium; names: readonly string[] }[] = [
  { medium: 'video', names: ['video', 'videos'] },
  { medium: 'image', names: ['images', 'image'] },
  { medium: 'audio', names: ['audio', 'audio_file', 'audio_url'] },
  { medium: 'text', names: ['output', 'text', 'results'] },
];

/** Returns the medium that an endpoint makes, or undefined when the catalog has none, as for 3D models and trained weights. */
export function findMedium(output: readonly SchemaField[]): Medium | undefined {
  const found = mainNames.find(({ medium, names }) =>
    output.some(({ name, shape }) => names.includes(name) && isOf(medium, shape)),
  );
  return found?.medium;
}

function isOf(medium: Medium, shape: Shape): boolean {
  if (medium === 'text') return shape.type === 'text';
  if (shape.type === 'list') return shape.of.type === 'object' || shape.of.type === 'unknown';
  return shape.type === 'object' || shape.type === 'union';
}

/** The format that reads the result, and a result for tests. */
export function planOutputs(medium: Medium, output: readonly SchemaField[]) {
  const declared = new Set(output.map(({ name }) => name));
  const required = output.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const ofMedium = formats.filter((format) => format.medium === medium);
  const fits = ofMedium
    .filter(({ names }) => names.every((name) => declared.has(name)))
    .map((format) => ({ ...format, missing: required.filter((name) => !format.names.includes(name)) }))
    .toSorted((a, b) => a.missing.length - b.missing.length || b.names.length - a.names.length);
  const [best] = fits;
  const names = best?.names ?? [...new Set(required.length > 0 ? required : declared)];
  const notes: Note[] = [];
  if (!best || best.missing.length > 0) {
    const found = output.map(({ name, shape }) => `${name}: ${shape.type}`).join(', ');
    notes.push(open(`the result needs a format in outputs.ts, or one of them extended; fal sends ${found}`));
  }
  const code = best?.code ?? ofMedium[0]?.code ?? 'videoOutputs';
  const sampled = output.filter(({ name, isRequired }) => isRequired || names.includes(name));
  return { code, sample: pickSample(sampled, medium), notes };
}

const files = {
  video: { url: 'https://v3.fal.media/files/lion/a1_output.mp4', content_type: 'video/mp4' },
  image: {
    url: 'https://v3.fal.media/files/zebra/x9.jpg',
    width: 1024,
    height: 1024,
    content_type: 'image/jpeg',
  },
  audio: { url: 'https://v3.fal.media/files/otter/s7_audio.wav', content_type: 'audio/wav' },
  text: { url: 'https://v3.fal.media/files/otter/t1.txt', content_type: 'text/plain' },
};

function pickSample(fields: readonly SchemaField[], medium: Medium): string {
  const entries = fields.map(({ name, shape }) => `${name}: ${literal(sampleValue(name, shape, medium))}`);
  return `{ ${entries.join(', ')} }`;
}

/** A value that the shape accepts; files as fal delivers them, with the properties that are declared. */
function sampleValue(name: string, shape: Shape, medium: Medium): unknown {
  if (shape.type === 'object') {
    const hasUrl = shape.fields.some((field) => field.name === 'url');
    const declared = new Set(shape.fields.map((field) => field.name));
    const file = Object.entries(files[medium]).filter(([key]) => declared.has(key));
    if (hasUrl) return Object.fromEntries(file);
    return Object.fromEntries(
      shape.fields
        .filter(({ isRequired }) => isRequired)
        .map((field) => [field.name, sampleValue(field.name, field.shape, medium)]),
    );
  }
  if (shape.type === 'list') return [sampleValue(name, shape.of, medium)];
  if (shape.type === 'union') return shape.of[0] ? sampleValue(name, shape.of[0], medium) : null;
  if (shape.type === 'choice') return shape.options[0];
  if (shape.type === 'boolean') return false;
  if (shape.type === 'number') return name === 'seed' ? 839_201 : Math.max(1, shape.min ?? 1);
  if (shape.type === 'text') return name === 'prompt' ? 'A paper boat on a rain-soaked street' : 'Some text';
  return {};
}
