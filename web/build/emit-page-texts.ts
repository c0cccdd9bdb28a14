import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { languages } from '../src/lib/i18n/languages.build.ts';

type LocalPages = { signIn: { problemTitle: string; problemAdvice: string }; checkout: { back: string } };

/** Writes `page-texts.json` for the api, which shows a failed sign-in before any of the web app runs. */
export function emitPageTexts(): Plugin {
  return {
    name: 'atelier:emit-page-texts',
    apply: 'build',
    async generateBundle() {
      const entries = await Promise.all(languages.map(async ({ tag }) => [tag, await readTexts(tag)]));
      const source = JSON.stringify(Object.fromEntries(entries));
      this.emitFile({ type: 'asset', fileName: 'page-texts.json', source });
    },
  };
}

async function readTexts(tag: string): Promise<{ title: string; advice: string; back: string }> {
  const path = join(import.meta.dirname, '../src/locales', tag, 'local-pages.json');
  const { signIn, checkout } = JSON.parse(await readFile(path, 'utf8')) as LocalPages;
  return { title: signIn.problemTitle, advice: signIn.problemAdvice, back: checkout.back };
}
