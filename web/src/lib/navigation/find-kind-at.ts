import { kindMenu } from './kind-menu.build.ts';

/** The kind that the form at a path makes, or the first of those that share it; undefined elsewhere. */
export function findKindAt(path: string): string | undefined {
  const [page] = path.split(/[?#]/);
  return kindMenu.find((kind) => `/creator/${kind.path}` === page)?.id;
}
