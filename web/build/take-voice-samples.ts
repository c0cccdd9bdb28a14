import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { formatVoiceFile, listVoices, ownSampleFormat, ownSamples } from './voice-samples.ts';

const extensions = ['.mp3', '.m4a', '.wav', '.ogg', '.opus', '.flac'];

/**
 * Takes the sounds of a folder, each named after a kind and one of its voices ("text-to-speech.Rachel.mp3"), as samples of
 * these voices, from the next build on. Returns the voices without one, of the kinds that have any. Throws when the folder
 * has no sound, or one that belongs to no voice.
 */
export async function takeVoiceSamples(folder: string, target: string = ownSamples): Promise<string[]> {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}`);
  const sounds = readdirSync(folder).filter((name) => extensions.includes(extname(name).toLowerCase()));
  if (sounds.length === 0)
    throw new Error(`There is no sound in ${folder}: name each as text-to-speech.Rachel.mp3`);
  const files = new Map(sounds.map((name) => [name, toFile(name)]));
  const known = new Set(listFiles());
  const unknown = sounds.filter((name) => !known.has(files.get(name) ?? ''));
  if (unknown.length > 0)
    throw new Error(`No kind has a voice that is called as these sounds: ${unknown.join(', ')}`);
  const { shortenSound } = await import('@atelier/fal-emulator/media');
  mkdirSync(target, { recursive: true });
  for (const [name, file] of files) {
    try {
      await shortenSound(join(folder, name), join(target, file), ownSampleFormat);
    } catch (error) {
      rmSync(join(target, file), { force: true });
      throw new Error(`${name} cannot be read as a sound`, { cause: error });
    }
  }
  const taken = new Set(readdirSync(target));
  return listVoices().flatMap(({ kindId, voices }) => {
    const missing = voices.filter((voice) => !taken.has(formatVoiceFile(kindId, voice)));
    return missing.length === voices.length ? [] : missing.map((voice) => `${kindId}.${voice}`);
  });
}

/** The file of a sound in `web/build/voices`. */
function toFile(name: string): string {
  const [kindId = '', voice = ''] = name.slice(0, -extname(name).length).split('.');
  return formatVoiceFile(kindId, voice);
}

function listFiles(): string[] {
  return listVoices().flatMap(({ kindId, voices }) => voices.map((voice) => formatVoiceFile(kindId, voice)));
}

if (import.meta.main) {
  const [folder = ''] = process.argv.slice(2);
  try {
    const missing = await takeVoiceSamples(folder);
    console.log('The next build plays them.');
    if (missing.length > 0) console.log(`Without a sample now: ${missing.join(', ')}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
