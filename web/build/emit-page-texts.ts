import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { languages } from '../src/lib/i18n/languages.build.ts';

type LocalPages = { signIn: { problemTitle: string; problemAdvice: string }; checkout: { back: string } };

const sources = join(import.meta.dirname, '../src');

/**
 * Emits texts for the pages that the api renders itself: `page-texts.json`, for a failed sign-in, and below
 * `pages/words/` the texts and the colours of shared pages, as they are here.
 */
export function emitPageTexts(): Plugin {
  return {
    name: 'atelier:emit-page-texts',
    apply: 'build',
    async generateBundle() {
      const entries = await Promise.all(languages.map(async ({ tag }) => [tag, await readTexts(tag)]));
      const source = JSON.stringify(Object.fromEntries(entries));
      this.emitFile({ type: 'asset', fileName: 'page-texts.json', source });
      for (const [fileName, path] of sharedPageFiles())
        this.emitFile({ type: 'asset', fileName, source: await readFile(join(sources, path)) });
    },
  };
}

async function readTexts(tag: string): Promise<{ title: string; advice: string; back: string }> {
  const path = join(sources, 'locales', tag, 'local-pages.json');
  const { signIn, checkout } = JSON.parse(await readFile(path, 'utf8')) as LocalPages;
  return { title: signIn.problemTitle, advice: signIn.problemAdvice, back: checkout.back };
}

/** Where each file goes, and where it is. */
function sharedPageFiles(): [string, string][] {
  const texts = languages.flatMap(({ tag }) => {
    const own = readdirSync(join(sources, 'locales', tag, 'kinds')).filter((name) => name.endsWith('.json'));
    const names = ['shared-pages.json', 'kinds.json', ...own.map((name) => `kinds/${name}`)];
    return names.map((name): [string, string] => [`pages/words/${tag}/${name}`, `locales/${tag}/${name}`]);
  });
  return [...texts, ['pages/words/tokens.css', 'styles/tokens.css']];
}
