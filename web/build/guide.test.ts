import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from '../src/lib/i18n/languages.build.ts';
import { guideFolder, guidePageNames, measureSize, readGuidePage } from './guide.ts';

const tags = languages.map(({ tag }) => tag);
const maxPictureBytes = 60_000;
const maxPictures = 10;

const readSource = (tag: string, page: string) => readFileSync(join(guideFolder, tag, `${page}.md`), 'utf8');
const listHeadings = (source: string) => [...source.matchAll(/^(#+) /gm)].map(([, level]) => level);
const listPictures = (source: string) =>
  [...source.matchAll(/!\[[^\]]+\]\(\.\.\/pictures\/([^/]+)\/([^)]+)\)/g)].map(([, tag, name]) => ({
    tag,
    name,
  }));

/** Every text of the interface, and the words with which one begins that goes on with a value. */
function namesIn(tag: string): Set<string> {
  const folder = join(import.meta.dirname, '../src/locales', tag);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  );
  const texts = files.flatMap((name) => listTexts(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
  return new Set(texts.flatMap((text) => [text, text.replace(/[\s:：]*\{\{.*$/s, '')]));
}

function listTexts(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(value as object).flatMap(listTexts);
}

describe.each(tags)('the guide in %s', (tag) => {
  it('has the pages of the list', () => {
    expect(readdirSync(join(guideFolder, tag)).toSorted()).toEqual(
      guidePageNames.map((page) => `${page}.md`).toSorted(),
    );
  });

  it.each(guidePageNames)('names on %s in bold only what the interface says', (page) => {
    const bold = [...readSource(tag, page).matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name);
    expect(bold).not.toEqual([]);
    const names = namesIn(tag);
    expect(bold.filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(guidePageNames)('has on %s the headings, pictures and links of the English page', (page) => {
    const [own, english] = [readSource(tag, page), readSource('en', page)];
    expect(listHeadings(own)).toEqual(listHeadings(english));
    expect(listPictures(own)).toEqual(listPictures(english).map(({ name }) => ({ tag, name })));
    const listLinks = (source: string) => source.match(/(?<=\]\()[\w-]+\.md/g)?.toSorted();
    expect(listLinks(own)).toEqual(listLinks(english));
  });

  it.each(guidePageNames)('is read on %s in five minutes', (page) => {
    const { title, summary, html } = readGuidePage(tag, page);
    expect(html.startsWith(`<p>${summary}</p>`), title).toBe(true);
    // Markdown leaves marks between Chinese letters and punctuation as they are.
    expect(html, title).not.toContain('**');
    const words = html.replaceAll(/<[^>]*>/g, '').match(/\p{Script=Han}|[^\s\p{Script=Han}]+/gu) ?? [];
    expect(words.length).toBeLessThan(tag === 'en' ? 700 : 1_200);
  });

  it('shows each of its pictures once, small enough to load at once', () => {
    const shown = guidePageNames.flatMap((page) =>
      listPictures(readSource(tag, page)).map(({ name }) => name),
    );
    const folder = join(guideFolder, 'pictures', tag);
    expect(shown.toSorted()).toEqual(readdirSync(folder).toSorted());
    expect(shown.length).toBeLessThanOrEqual(maxPictures);
    for (const name of shown) {
      const path = join(folder, name ?? '');
      expect(statSync(path).size, name).toBeLessThanOrEqual(maxPictureBytes);
      expect(measureSize(path).width, name).toBeGreaterThan(600);
    }
  });
});

it('a page of the guide gives its pictures a size, and leads to the other pages', () => {
  const { html } = readGuidePage('en', 'first-video');
  expect(html).toMatch(/src="\/assets\/guide-en-first-video-\w{8}\.webp" width="\d{3,4}" height="\d{3}" /);
  expect(html).toMatch(/<a href="\/help\/library"[^>]*>library<\/a>/);
});
