import { createHash } from 'node:crypto';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The script's path, or the style sheet's. */
const loading = /<script src="(\/early\.js)"><\/script>|<link rel="stylesheet"[^>]*? href="([^"]+)"[^>]*>/g;

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
  const elements = [...html.matchAll(loading)];
  if (elements.length < 2) throw new Error(`${path} has lost early.js or its style sheet`);
  for (const [element, script, sheet = ''] of elements) {
    const content = await readFile(join(dir, script ?? sheet), 'utf8');
    const inline = script ? wrap('script', content, hashes.scripts) : wrap('style', content, hashes.styles);
    // A function, because a `$` in the content means something in a string.
    html = html.replace(element, () => inline);
  }
  await writeFile(path, html);
}

function wrap(tag: 'script' | 'style', content: string, hashes: string[]): string {
  if (content.includes(`</${tag}`)) throw new Error(`The content of a <${tag}> would end it`);
  const hash = `sha256-${createHash('sha256').update(content).digest('base64')}`;
  if (!hashes.includes(hash)) hashes.push(hash);
  return `<${tag}>${content}</${tag}>`;
}
