import type { Medium } from '@atelier/catalog';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { getFormMessages } from '../media-facts.build.ts';

/** Loads the messages of a form and the kind that it opens with, for the loaders of creation pages in the shell. */
export async function loadForm(medium: Medium, type?: string): Promise<void> {
  const own = getFormMessages[medium];
  await Promise.all([
    loadMessages('create', 'preview', 'messages', ...(own ? [own] : [])),
    import('./page-kind.ts').then(({ loadPageKind }) => loadPageKind(medium, type)),
  ]);
}
