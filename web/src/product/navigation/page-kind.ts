import type { Medium } from '@atelier/catalog';
import { notFound } from '@tanstack/react-router';
import { readKept } from '../kept/kept.ts';
import { loadKind } from '../kinds/kinds.ts';
import { firstKinds, hasPagePerMode } from '../media-facts.build.ts';
import { findFirstKind } from './kind-target.ts';

/** Loads what a creation page opens with: the kind of its type, or the model that was chosen for its mode. */
export async function loadPageKind(medium: Medium, type: string | undefined): Promise<void> {
  if (hasPagePerMode[medium]) {
    const path = pathOfMode(type);
    await Promise.all([chosenOn(path), findFirstKind(path) ?? ''].map(loadKind));
    return;
  }
  const first = firstKinds[medium];
  const kind = await loadKind(type ?? first ?? '');
  if (kind?.medium === medium) return;
  if (first === undefined) throw notFound();
  // An unknown type shows the first form.
  await loadKind(first);
}

/** The page of a mode of images, below /creator; of an unknown one the first. */
export function pathOfMode(mode: string | undefined): string {
  return findFirstKind(`image/${mode}`) === undefined ? 'image/text-to-image' : `image/${mode}`;
}

/** The kind that was chosen on a page before, or the first. */
export function chosenOn(path: string): string {
  return readKept('form', path)?.model ?? findFirstKind(path) ?? '';
}
