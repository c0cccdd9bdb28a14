import { notFound } from '@tanstack/react-router';
import i18next from 'i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';

/** A page of the guide (docs/guide): its title, its first paragraph, and all of it below the title as HTML of the build. */
export type GuideText = { title: string; summary: string; html: string };

export type Guide = GuideText & { language: string; page: string };

/** Each is a lazy chunk that the build makes of Markdown (web/build/guide.ts). */
const files = import.meta.glob<GuideText>('../../../../docs/guide/*/*.md', { import: 'default' });

/** Loads a page in the language of the interface; none for the list. Throws the router's `notFound` for one that is none. */
export async function loadGuide(page: string | undefined): Promise<Guide | undefined> {
  const messages = loadMessages('help');
  if (page === undefined) return void (await messages);
  const { language } = i18next;
  const load = files[`../../../../docs/guide/${language}/${page}.md`];
  if (!load) throw notFound();
  const [text] = await Promise.all([load(), messages]);
  return { language, page, ...text };
}
