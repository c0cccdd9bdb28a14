import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ImageFormat } from '@atelier/contract';
import type { GenerationRow, GenerationWithOutputs, OutputRow } from '@atelier/db';
import { fileWords, toExtension } from '@atelier/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZipFile } from 'yazl';
import { type DownloadPace, pacedBytes } from './download-pace.ts';
import { type Manifest, openManifest } from './manifest.ts';
import { type FileDeps, type OpenedFile, openFile } from './open-file.ts';

export type ZipEntry = { name: string; source: Readable; modifiedAt: Date };

/**
 * A zip of entries, written one at a time at the reader's pace and never held in memory. Files are stored uncompressed,
 * because images, videos and most sounds are compressed already. When the reader goes away, the current entry is closed
 * and `entries` ends; an entry that fails destroys the zip.
 */
export function zipEntries(entries: AsyncGenerator<ZipEntry>, pace: DownloadPace): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const stop = new AbortController();
  output.once('close', () => stop.abort());
  zip.once('error', (error: Error) => output.destroy(error));
  addAll(zip, paced(entries, pace), stop.signal).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

/** Longer than the conversion of one image may take. */
const idleMs = 120_000;

/** Sends a zip, its headers at once: the first file may have to be converted before there is a byte. */
export function sendZip(request: FastifyRequest, reply: FastifyReply, zip: Readable): FastifyReply {
  // A connection that was lost without a word must not keep its user from the next download.
  request.raw.setTimeout(idleMs);
  zip.once('resume', () => reply.raw.flushHeaders());
  return reply.send(zip);
}

async function addAll(zip: ZipFile, entries: AsyncGenerator<ZipEntry>, signal: AbortSignal): Promise<void> {
  for await (const { name, source, modifiedAt } of entries) {
    addAbortSignal(signal, source);
    const isRead = finished(source, { writable: false });
    zip.addReadStream(source, name, { compress: false, mtime: modifiedAt });
    await isRead;
  }
}

async function* paced(entries: AsyncGenerator<ZipEntry>, pace: DownloadPace): AsyncGenerator<ZipEntry> {
  for await (const { source, ...entry } of entries) yield { ...entry, source: pacedBytes(source, pace) };
}

type Wanted = {
  ids: readonly string[];
  /** Generations among them that belong to the user, read while the zip is sent. */
  own: Iterable<GenerationWithOutputs> | AsyncIterable<GenerationWithOutputs>;
  /** Format of images. */
  format: ImageFormat;
  /** Each file says from which settings it was made. */
  hasRecipes: boolean;
  /** Keys and codes in the manifest: the list of files, the number of one in its generation, and a missing file. */
  names: { list: 'images' | 'files'; number: 'image' | 'number'; none: 'no_image' | 'no_file' };
};
type Missing = { generation_id: string; reason: string };

/**
 * The files of a zip: each result under a readable name, opened when its turn comes, an answer as text, and finally
 * `manifest.json` with the settings of each and the reasons why some are missing.
 */
export async function* listEntries(deps: FileDeps, wanted: Wanted): AsyncGenerator<ZipEntry> {
  const manifest = await openManifest(deps.env);
  try {
    const found: Found = { manifest, known: new Set(), missing: [] };
    yield* listFiles(deps, wanted, found);
    const unknown = [...new Set(wanted.ids)].filter((id) => !found.known.has(id));
    const notFound = unknown.map((id) => ({ generation_id: id, reason: 'not_found' }));
    const source = manifest.read({
      head: { created_at: new Date().toISOString(), format: wanted.format },
      list: wanted.names.list,
      missing: [...notFound, ...found.missing],
    });
    yield { name: 'manifest.json', source, modifiedAt: new Date() };
  } finally {
    await manifest.close();
  }
}

type Found = { manifest: Manifest; known: Set<string>; missing: Missing[] };

async function* listFiles(
  deps: FileDeps,
  { own, format, hasRecipes, names }: Wanted,
  { manifest, known, missing }: Found,
): AsyncGenerator<ZipEntry> {
  for await (const { generation, outputs } of own) {
    known.add(generation.id);
    if (outputs.length === 0) missing.push({ generation_id: generation.id, reason: names.none });
    for (const output of outputs) {
      const opened =
        output.text === null
          ? await openFile(deps, { generation, output, format, hasRecipe: hasRecipes })
          : openAnswer(generation, output.text);
      const place = { [names.number]: output.position + 1 };
      if (!opened.ok) {
        missing.push({ generation_id: generation.id, ...place, reason: opened.reason });
        continue;
      }
      const name = entryName(generation, output, opened.contentType);
      try {
        yield { name, source: opened.source, modifiedAt: generation.created_at };
      } finally {
        await opened.close();
      }
      await manifest.add({
        file: name,
        generation_id: generation.id,
        ...place,
        ...readSettings(generation, output),
      });
    }
  }
}

/** An answer with its question, as its own download has it. */
function openAnswer({ prompt }: GenerationRow, text: string): OpenedFile {
  const source = Readable.from([Buffer.from(`${prompt}\n\n${text}\n`)]);
  return { ok: true, contentType: 'text/plain', source, close: async () => void source.destroy() };
}

const maxWordsCodePoints = 60;

/** Day, prompt, end of the generation's id, number of the image: readable and unique within the zip. */
function entryName(generation: GenerationRow, output: OutputRow, contentType: string): string {
  const day = generation.created_at.toISOString().slice(0, 10);
  const words = [...fileWords(generation.prompt)].join('-') || generation.medium;
  const cut = [...words].slice(0, maxWordsCodePoints).join('').replace(/-$/, '');
  const id = generation.id.slice(-8);
  const extension = contentType === 'text/plain' ? 'txt' : toExtension(contentType);
  return `${day}_${cut}_${id}-${output.position + 1}.${extension}`;
}

function readSettings(generation: GenerationRow, output: OutputRow): object {
  return {
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
