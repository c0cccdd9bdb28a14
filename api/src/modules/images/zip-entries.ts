import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ImageFormat } from '@atelier/contract';
import type { GenerationRow, GenerationWithOutputs, OutputRow } from '@atelier/db';
import { extensionOf } from '@atelier/storage';
import { ZipFile } from 'yazl';
import type { ApiDeps } from '../../deps.ts';
import { type ImageDeps, openImage } from './open-image.ts';

type NamedImage = { generationId: string; prompt: string; createdAt: Date; position: number };

const maxWordsCodePoints = 60;

/** A file name that a user knows: the day, the prompt, the end of the record's id, the number of the image. */
function entryName(image: NamedImage, contentType: string): string {
  const day = image.createdAt.toISOString().slice(0, 10);
  const words = image.prompt.match(/[\p{L}\p{M}\p{N}]+/gu)?.join('-') ?? 'image';
  const cut = [...words].slice(0, maxWordsCodePoints).join('').replace(/-$/, '');
  const id = image.generationId.slice(-8);
  return `${day}_${cut}_${id}-${image.position + 1}.${extensionOf(contentType)}`;
}

export type ZipEntry = { name: string; source: Readable; modifiedAt: Date };

/**
 * A zip of entries as they come, one at a time and at the reader's pace; nothing is held in memory. Files are stored as
 * they are: pictures are compressed already. When the reader goes away, the entry being read is closed and `entries` is
 * ended; an entry that fails breaks the zip off.
 */
export function zipEntries(entries: AsyncGenerator<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const stop = new AbortController();
  output.once('close', () => stop.abort());
  zip.once('error', (error: Error) => output.destroy(error));
  addAll(zip, entries, stop.signal).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

async function addAll(zip: ZipFile, entries: AsyncGenerator<ZipEntry>, signal: AbortSignal): Promise<void> {
  for await (const { name, source, modifiedAt } of entries) {
    addAbortSignal(signal, source);
    const isRead = finished(source, { writable: false });
    zip.addReadStream(source, name, { compress: false, mtime: modifiedAt });
    await isRead;
  }
}

export type EntryDeps = Pick<ApiDeps, 'db'> & ImageDeps;

type Wanted = { ids: readonly string[]; own: readonly GenerationWithOutputs[]; format: ImageFormat };
type Missing = { generation_id: string; image?: number; reason: string };

/**
 * The files of a zip: each image under a name that a user knows, opened when its turn comes, and at last
 * `manifest.json`, which says what each was made with and what could not be had (ruling 25).
 */
export async function* listEntries(deps: ImageDeps, { ids, own, format }: Wanted): AsyncGenerator<ZipEntry> {
  const images: object[] = [];
  const known = new Set(own.map(({ generation }) => generation.id));
  const missing: Missing[] = ids
    .filter((id) => !known.has(id))
    .map((id) => ({ generation_id: id, reason: 'not_found' }));
  for (const { generation, outputs } of own) {
    if (outputs.length === 0) missing.push({ generation_id: generation.id, reason: 'no_image' });
    for (const output of outputs) {
      const opened = await openImage(deps, output, format);
      if (!opened.ok) {
        missing.push({ generation_id: generation.id, image: output.position + 1, reason: opened.reason });
        continue;
      }
      const name = entryName(describe(generation, output), opened.contentType);
      try {
        yield { name, source: opened.source, modifiedAt: generation.created_at };
      } finally {
        await opened.close();
      }
      images.push(manifestLine(name, generation, output));
    }
  }
  const manifest = { created_at: new Date().toISOString(), format, images, missing };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  yield { name: 'manifest.json', source: Readable.from([Buffer.from(text)]), modifiedAt: new Date() };
}

function describe(generation: GenerationRow, { position }: OutputRow) {
  const { id: generationId, prompt, created_at: createdAt } = generation;
  return { generationId, prompt, createdAt, position };
}

function manifestLine(file: string, generation: GenerationRow, output: OutputRow): object {
  return {
    file,
    generation_id: generation.id,
    image: output.position + 1,
    prompt: generation.prompt,
    negative_prompt: generation.negative_prompt,
    model: generation.model,
    mode: generation.mode,
    width: output.width,
    height: output.height,
    created_at: generation.created_at.toISOString(),
    tags: generation.tags,
    parameters: generation.input,
    adjustments: generation.adjustments,
  };
}
