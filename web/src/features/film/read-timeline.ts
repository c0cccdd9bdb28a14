import { filmLimits } from '@atelier/catalog/films';
import { readAny, readFields, readText } from '#product/kept/shapes.ts';
import { readDocument } from './film-draft.ts';
import type { FilmEdits } from './film-edits.ts';

const readOwn = readFields({ name: readText, document: readAny });

/** Reads the film that our own export writes into a timeline; undefined for any other file. */
export function readTimeline(text: string): FilmEdits | undefined {
  try {
    const { metadata } = JSON.parse(text) as { metadata?: { atelier?: { film?: unknown } } };
    const own = readOwn(metadata?.atelier?.film);
    const document = readDocument(own?.document);
    const name = own?.name.trim().slice(0, filmLimits.name);
    return document && name ? { name, document } : undefined;
  } catch {
    // No JSON, or no object.
    return undefined;
  }
}
