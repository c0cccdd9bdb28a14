import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCacheDir } from './find-cache-dir.ts';
import { prepareBrowser } from './prepare-browser.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'atelier browser-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('findCacheDir', () => {
  it("uses the user's own cache", async () => {
    expect(await findCacheDir({ XDG_CACHE_HOME: join(dir, 'xdg') }, dir)).toBe(join(dir, 'xdg', 'atelier'));
    expect(await findCacheDir({ HOME: join(dir, 'home') }, dir)).toBe(join(dir, 'home', '.cache', 'atelier'));
  });

  it('uses the temporary folder for a user without a home, under a name unique to that user', async () => {
    const found = await findCacheDir({ HOME: '/dev/null' }, dir);
    expect(found).toBe(join(dir, `atelier-${process.getuid?.()}`));
  });

  it('reports why when no directory is writable', async () => {
    const locked = join(dir, 'locked');
    mkdirSync(join(locked, `atelier-${process.getuid?.()}`), { recursive: true });
    chmodSync(join(locked, `atelier-${process.getuid?.()}`), 0o500);
    await expect(findCacheDir({ HOME: '/dev/null' }, locked)).rejects.toThrow(/No directory .* read-only/);
  });
});

describe('prepareBrowser', { tags: 'tools' }, () => {
  it('unpacks once for concurrent callers, despite the remains of a killed call, and shows Chinese', async () => {
    const cacheDir = join(dir, 'cache');
    mkdirSync(join(cacheDir, 'chromium-153.0.0-5.3.0-r1.partial-killed'), { recursive: true });
    const [first, second] = await Promise.all([prepareBrowser({ cacheDir }), prepareBrowser({ cacheDir })]);
    expect(second.executablePath).toBe(first.executablePath);
    expect(readdirSync(cacheDir).filter((name) => !name.endsWith('.partial-killed'))).toHaveLength(1);

    const browser = await chromium.launch(first);
    try {
      const page = await browser.newPage();
      // A glyph that the fonts lack is drawn as the same box, or nothing, whatever the character.
      const readPicture = async (text: string) => {
        await page.setContent(`<p style="font: 40px sans-serif">${text}</p>`);
        return (await page.screenshot()).toString('base64');
      };
      const pictures = await Promise.all([
        await readPicture('文'),
        await readPicture('频'),
        await readPicture('\u{f8ff}'),
      ]);
      expect(new Set(pictures).size).toBe(3);
    } finally {
      await browser.close();
    }
  });
});
