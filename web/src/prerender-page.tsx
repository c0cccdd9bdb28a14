import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { contents } from '#features/help/contents.build.ts';
import { startI18n } from '#lib/i18n/i18n.ts';
import { accountStore } from '#product/account/account-store.ts';
import { kindEntries } from '#product/kinds/kind-entries.build.ts';
import { addKindWords } from '#product/kinds/kind-words.ts';
import { isHeard } from '#product/media-facts.build.ts';
import { historyTypes, menuPages } from '#product/navigation/menu.ts';
import { wholeDescription, wholeTitle } from '#product/page-title.ts';
import { createAppRouter } from './app-router.ts';

export const prerenderedPaths = [
  '/',
  '/pricing',
  ...menuPages.map(({ path }) => `/creator/${path}`),
  '/creator/history',
  ...historyTypes.map((type) => `/creator/history/${type}`),
  '/help',
  ...(contents.en ?? []).map(({ page }) => `/help/${page}`),
];

/** Paths that search engines may list: without a user's own pages. */
const listedPaths = [
  ...prerenderedPaths.filter((path) => !path.startsWith('/creator/history')),
  '/status',
  '/verify',
  '/developers',
  '/terms',
  '/privacy',
];

/** Describes the routes to the api, so that it answers 404 for an unknown address. */
export function describeRoutes() {
  const { routesByPath } = createAppRouter(createMemoryHistory());
  const sounds = kindEntries.filter(({ medium }) => isHeard[medium]).map(({ id }) => id);
  return {
    known: Object.keys(routesByPath),
    // Only these values exist, see `loadPageKind`; other forms open the first kind of their medium.
    values: {
      '/creator/audio/$type': sounds,
      '/help/{-$page}': (contents.en ?? []).map(({ page }) => page),
    } as Readonly<Record<string, readonly string[]>>,
    listed: listedPaths,
  };
}

/** Visitors are known to be signed out; of everyone else's account nothing is known yet. */
export const audiences = ['visitors', 'users'] as const;
export type Audience = (typeof audiences)[number];

export type PrerenderedPage = { path: string; title: string; description: string; html: string };

/** Renders the pages at these paths as the app begins with them. For the build, in Node. */
export async function prerenderPages(
  paths: readonly string[],
  { language, audience }: { language: string; audience: Audience },
): Promise<PrerenderedPage[]> {
  await startI18n(language);
  await addKindWords(language);
  accountStore.set({ status: audience === 'visitors' ? 'anonymous' : 'loading', info: undefined });
  const pages: PrerenderedPage[] = [];
  // One after the other: the title of a page is a value of the module.
  for (const path of paths) pages.push(await prerenderPage(path));
  return pages;
}

/**
 * React puts these before the page for its pictures, which follow in the same document. The app has none of them, and the
 * places of what a user presses in the prerendered page are counted from its beginning.
 */
const hoistedPreloads = /^(?:<link rel="preload"[^>]*>)+/;

async function prerenderPage(path: string): Promise<PrerenderedPage> {
  const errors: unknown[] = [];
  // There is no api, and a page that asks it again and again holds up every build for seconds.
  globalThis.fetch = async (address) => {
    const error = new Error(`${path} asks for ${String(address)} while it is prerendered`);
    errors.push(error);
    throw error;
  };
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const element = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  // Whole, in its place: no part of it may need a script to be shown.
  const options = {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error: unknown) => void errors.push(error),
  };
  const { prelude } = await prerender(element, options);
  const html = await new Response(prelude).text();
  if (errors.length > 0) throw errors[0];
  const [title, description] = [wholeTitle(), wholeDescription()];
  return { path, title, description, html: html.replace(hoistedPreloads, '') };
}
