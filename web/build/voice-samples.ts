import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kind, kinds } from '@atelier/catalog';
import { computeHash, emitMadeFiles, type MadeFile, makeFile } from './made-files.ts';

/** Samples that an operator has put here, by kind and voice; the drawn ones of such a kind are not used. */
export const ownSamples = join(import.meta.dirname, 'voices');

/** Mono; a form loads one sample at a time, when it is played. */
export const ownSampleFormat = { bitsPerSecond: 32_000, maxSeconds: 6 };

const drawnFormat = { bitsPerSecond: 32_000 };
const drawnSeconds = 2;

type Voices = { kindId: string; voices: readonly string[] };

/** The voices of each kind that offers any, in the order of its form. */
export function listVoices(all: readonly Kind[] = kinds): Voices[] {
  return all.flatMap(({ id: kindId, fields }) => {
    const widgets = Object.values(fields).map(({ widget }) => widget);
    const choice = widgets.find((widget) => widget.type === 'choice' && widget.unit === 'voice');
    if (choice?.type !== 'choice') return [];
    return [{ kindId, voices: choice.options.map(({ value }) => String(value)) }];
  });
}

/** "wise-woman" for "Wise Woman". */
export function formatVoiceFile(kindId: string, voice: string): string {
  return `${kindId}.${voice.toLowerCase().replaceAll(/[\s_]+/g, '-')}.m4a`;
}

/**
 * The samples by kind and voice: an operator's own where a kind has any, else drawn ones, which sound like the emulator.
 * A voice that lacks an own sample has none then: a drawn one among real ones would be taken for its sound.
 */
export async function makeVoiceSamples(
  folder: string = ownSamples,
): Promise<Map<string, Map<string, MadeFile>>> {
  const own = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const made = new Map<string, Map<string, MadeFile>>();
  for (const { kindId, voices } of listVoices()) {
    const files = new Map<string, MadeFile>();
    const hasOwn = voices.some((voice) => own.has(formatVoiceFile(kindId, voice)));
    for (const voice of voices) {
      const name = formatVoiceFile(kindId, voice);
      if (!hasOwn) files.set(voice, await drawSample(voice));
      else if (own.has(name)) files.set(voice, readOwn(join(folder, name), name));
    }
    made.set(kindId, files);
  }
  return made;
}

function readOwn(path: string, name: string): MadeFile {
  const base = name.replace(/\.m4a$/, '').replaceAll('.', '-');
  return { path, url: `/assets/voice-${base}-${computeHash(readFileSync(path))}.m4a` };
}

/** The same file for kinds that share a speaker. */
function drawSample(voice: string): Promise<MadeFile> {
  const order = { seconds: drawnSeconds, voice, version: 1 };
  const name = formatVoiceFile('voice', voice).replace('.', '-');
  return makeFile(name, order, async (path) => {
    const { createSpeaker, encodeSound, renderSpeech } = await import('@atelier/fal-emulator/media');
    await encodeSound(renderSpeech(createSpeaker(voice), drawnSeconds, 0), path, drawnFormat);
  });
}

/** Adds the files to the build, and serves them during development. */
export function emitVoiceSamples() {
  return emitMadeFiles('voice-samples', async () => {
    const files = [...(await makeVoiceSamples()).values()].flatMap((samples) => [...samples.values()]);
    return [...new Map(files.map((file) => [file.url, file])).values()];
  });
}
