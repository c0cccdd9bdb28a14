import { kinds, newPageIds } from '@atelier/catalog';

/** The ends of the paths of all pages with an entry, by the section of the menu, in its order. */
const sections: Readonly<Record<string, readonly string[]>> = {
  video: [
    'text-to-video',
    'text-to-video-pro',
    'wan-v2-2-5b',
    'wan-v2-2-a14b',
    'image-to-video',
    'image-to-video-pro',
    'first-to-last-frame',
  ],
  image: ['text-to-image', 'image-to-image'],
  sounds: [
    'text-to-speech',
    'music',
    'sound-effects',
    'video-to-audio',
    'image-understanding',
    'transcription',
  ],
  tools: ['edit', 'upscale', 'topaz-upscale-video', 'remove-background', 'vace', 'wan-v2-2-animate-move'],
};

type Page = {
  path: string;
  /** The first of its kinds, where that is not the end of the path. */
  kindId?: string;
  /** Where it is not the first segment of the path. */
  group?: string;
  /** Where it is not the group. */
  section?: string;
  isNew?: true;
  isPro?: true;
};

const inMenuOrder = kinds.filter(({ menu }) => menu.isPage).sort((a, b) => a.menu.order - b.menu.order);
const firstByEnd = new Map(
  inMenuOrder.toReversed().map((kind) => [kind.menu.path.replace(/.*\//, ''), kind] as const),
);

/**
 * The pages of the menu, in its order. Evaluated at build time; every page of the app loads it, so what is false is left
 * out.
 */
export const kindMenu: readonly Page[] = Object.entries(sections).flatMap(([section, ends]) =>
  ends.map((end): Page => {
    const first = firstByEnd.get(end);
    if (!first) throw new Error(`The menu names ${end}, which is no page of the catalog`);
    const { path, group, isPro } = first.menu;
    const isNew = newPageIds.includes(first.id);
    const own = {
      ...(group !== path.split('/')[0] && { group }),
      ...(section !== group && { section }),
      ...(end !== first.id && { kindId: first.id }),
    };
    return { path, ...own, ...(isNew && { isNew }), ...(isPro && { isPro }) };
  }),
);
