import { chosenOn } from './page-kind.ts';

/**
 * The kind that the form at a path makes: of models that share a page the one that was chosen on it, or the first. An
 * address without one yields a text that names none.
 */
export function findKindAt(path: string): string | undefined {
  const [page = ''] = path.split(/[?#]/);
  const own = /^\/creator\/(.+)$/.exec(page)?.[1];
  return own && (chosenOn(own) || /^(?:video|image-to-video)\/(.+)$/.exec(own)?.[1]);
}
