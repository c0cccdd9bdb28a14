import { createHash } from 'node:crypto';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What the content security policy has to allow, as hashes of CSP level 2. */
type InlineHashes = { scripts: string[]; styles: string[] };

/**
 * Puts what the first paint needs into every document: `early.js` and the style sheets, which would each be one more round
 * trip. Their hashes are in `pages/inline.json`, from which the api makes its content security policy.
 */
export function inlineFirstPaint(): Plugin {
  return {
    name: 'atelier:inline-first-paint',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const hashes: InlineHashes = { scripts: [], styles: [] };
      for await (const file of glob(['index.html', 'pages/**/*.html'], { cwd: dir }))
        await inlineInto(join(dir, file), dir, hashes);
      await writeFile(join(dir, 'pages/inline.json'), JSON.stringify(hashes));
      await rm(join(dir, 'early.js'));
    },
  };
}

async function inlineInto(path: string, dir: string, hashes: InlineHashes): Promise<void> {
  let html = await readFile(path, 'utf8');
  html = await replaceAll(html, /<script src="(\/early\.js)"><\/script>/, async (file) =>
    wrap('script', await readFile(join(dir, file), 'utf8'), hashes.scripts),
  );
  html = await replaceAll(html, /<link rel="stylesheet"[^>]*? href="([^"]+)"[^>]*>/, async (file) =>
    wrap('style', await readFile(join(dir, file), 'utf8'), hashes.styles),
  );
  await writeFile(path, html);
}

/** Every document has at least one of what is replaced. */
async function replaceAll(
  html: string,
  pattern: RegExp,
  replace: (file: string) => Promise<string>,
): Promise<string> {
  if (!pattern.test(html)) throw new Error(`A document has lost ${pattern}`);
  let replaced = html;
  for (let found = pattern.exec(html); found; found = pattern.exec(replaced)) {
    const value = await replace(found[1] ?? '');
    replaced = replaced.slice(0, found.index) + value + replaced.slice(found.index + found[0].length);
  }
  return replaced;
}

function wrap(tag: 'script' | 'style', content: string, hashes: string[]): string {
  if (content.includes(`</${tag}`)) throw new Error(`The content of a <${tag}> would end it`);
  const hash = `sha256-${createHash('sha256').update(content).digest('base64')}`;
  if (!hashes.includes(hash)) hashes.push(hash);
  return `<${tag}>${content}</${tag}>`;
}
