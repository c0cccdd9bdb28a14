import { describe, expect, it } from 'vitest';
import { generationStem, outputName } from './entry-names.ts';
import { type Card, createFormats, renderGalleryPage, renderPageList } from './gallery.ts';
import { readTexts } from './texts.ts';

const until = new Date('2026-03-01T10:15:00Z');
const email = 'a&b@example.test';
const contextIn = (language: string) => {
  const texts = readTexts(language);
  return { texts, email, until, formats: createFormats(texts) };
};
const hostile = `"><img src=x onerror=alert(1)><script src="https://evil.test/x.js"></script>' {email}`;

function makeCard(prompt: string, outputs: Card['outputs'] = []): Card {
  const generation = {
    medium: 'image',
    prompt,
    alt_text: null,
    model: 'flux-schnell',
    status: 'completed',
    created_at: until,
    settled: 1_200,
    is_favorite: true,
    deleted_at: null,
    tags: [prompt],
  };
  return { generation, outputs, detailsName: 'images/2026-03/a b-1.json' };
}

const english = contextIn('en');
const renderPage = (cards: Card[], more: Partial<{ page: number; hasOlder: boolean }> = {}) =>
  renderGalleryPage(english, { page: 1, hasOlder: false, cards, ...more });

describe('a page of the gallery', () => {
  it('shows what a user wrote as text and never as markup', () => {
    const answer = { is: 'answer', name: 'answers/x.md', text: hostile } as const;
    const image = { is: 'file', name: 'images/x.png', contentType: 'image/png' } as const;
    const page = renderPage([makeCard(hostile, [answer, image])]);
    expect(page).not.toMatch(/<script|<img src=x|evil\.test\/x\.js"/);
    expect(page).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;');
    expect(page).toContain('a&amp;b@example.test');
    expect(page).toContain('{email}');
  });

  it('links to files of the archive only, from the root and from its folder', () => {
    const video = { is: 'file', name: 'videos/雨 #1?.mp4', contentType: 'video/mp4' } as const;
    expect(renderPage([makeCard('', [video])])).toContain('src="videos/%E9%9B%A8%20%231%3F.mp4"');
    const third = renderPage([makeCard('', [video])], { page: 3, hasOlder: true });
    const addresses = [...third.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address);
    expect(new Set(addresses)).toEqual(
      new Set([
        '../gallery/2.html',
        '../gallery/4.html',
        '../gallery/pages.html',
        '../README.md',
        '../videos/%E9%9B%A8%20%231%3F.mp4',
        '../images/2026-03/a%20b-1.json',
      ]),
    );
    expect(renderPage([], { page: 2 })).toContain('href="../index.html"');
  });

  it('says what is not there', () => {
    const page = renderPage([makeCard('x', [{ is: 'hidden' }, { is: 'missing' }])]);
    expect(page).toContain('Hidden by the safety check');
    expect(page).toContain('The file is no longer available.');
  });

  it('has dates and numbers in its language, as the list of pages has', () => {
    const page = renderGalleryPage(contextIn('zh-CN'), { page: 1, hasOlder: true, cards: [makeCard('x')] });
    expect(page).toContain('<html lang="zh-CN">');
    expect(page).toContain('2026年3月1日 10:15');
    expect(page).toContain('1,200 积分');
    const pages = [{ page: 1, newest: until, oldest: until }];
    expect(renderPageList(contextIn('zh-CN'), pages)).toContain('第 1 页');
  });
});

describe('the texts of an archive', () => {
  it('are English for a language that there is not', () => {
    expect(readTexts('xx')).toEqual(readTexts('en'));
  });
});

describe('the name of a file', () => {
  const made = { id: '0198c0de-7a00-7000-8000-00000000abcd', created_at: until, medium: 'image' };
  const formatName = (prompt: string) =>
    outputName(generationStem({ ...made, prompt }), { position: 1, content_type: 'image/png' });

  it.each([
    ['A red fox', 'images/2026-03/2026-03-01_A-red-fox_00000000abcd-2.png'],
    ['', 'images/2026-03/2026-03-01_00000000abcd-2.png'],
    ['../../etc/passwd\u0000', 'images/2026-03/2026-03-01_etc-passwd_00000000abcd-2.png'],
    [
      'four words and more than forty letters',
      'images/2026-03/2026-03-01_four-words-and-more-than-forty-letters_00000000abcd-2.png',
    ],
    [`${'x'.repeat(39)} y`, `images/2026-03/2026-03-01_${'x'.repeat(39)}_00000000abcd-2.png`],
    [`${'x'.repeat(38)} yz`, `images/2026-03/2026-03-01_${'x'.repeat(38)}-y_00000000abcd-2.png`],
    [`${'x'.repeat(45)} y`, `images/2026-03/2026-03-01_${'x'.repeat(40)}_00000000abcd-2.png`],
    ['CON: a|b?*<>"', 'images/2026-03/2026-03-01_CON-a-b_00000000abcd-2.png'],
  ])('is readable and safe on every system: %j', (prompt, name) => expect(formatName(prompt)).toBe(name));

  it('has at most 255 bytes, whatever the script', () => {
    const name = formatName('𠀀'.repeat(2_000)).split('/').at(-1) ?? '';
    expect(Buffer.byteLength(name)).toBeLessThan(256);
    expect(name).not.toContain('\ufffd');
  });
});
