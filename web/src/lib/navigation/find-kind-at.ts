import { firstKindOf } from './kind-target.ts';

/** The kind that the form at a path makes, or the first of those that share it; an address without one yields a text that names none. */
export function findKindAt(path: string): string | undefined {
  const [page = ''] = path.split(/[?#]/);
  const own = /^\/creator\/(.+)$/.exec(page)?.[1];
  return own && (firstKindOf(own) ?? /^(?:video|image-to-video)\/(.+)$/.exec(own)?.[1]);
}
