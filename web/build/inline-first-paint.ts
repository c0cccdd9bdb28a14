import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The script of the app, which `early.js` starts. */
const entry = /<script type="module"[^>]*? src="([^"]+)"><\/script>/;
/** The script's path, or the style sheet's. */
const loading = /<script src="(\/early\.js)"><\/script>|<link rel="stylesheet"[^>]*? href="([^"]+)"[^>]*>/g;

/** Inline scripts and styles that the content security policy has to allow, as hashes of CSP level 2. */
type InlineHashes = { scripts: string[]; styles: string[] };

/**
 * Puts what the first paint needs into every document: `early.js` and the style sheets, which would each be one more round
 * trip. Their hashes are in `pages/inline.json`, from which the api makes its content security policy. The app's own script is
 * only named: a browser that met it would fetch it before it paints.
 */
export function inlineFirstPaint(): Plugin {
  return {
    name: 'atelier:inline-first-paint',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const hashes: InlineHashes = { scripts: [], styles: [] };
      /** Elements by the path of the file that each contains, which is the same in a hundred documents. */
      const elements = new Map<string, string>();
      const inline = (path: string, tag: 'script' | 'style') => {
        const element = elements.get(path) ?? wrap(tag, path, readFileSync(join(dir, path), 'utf8'), hashes);
        elements.set(path, element);
        return element;
      };
      for await (const file of glob(['index.html', 'pages/**/*.html'], { cwd: dir }))
        await inlineInto(join(dir, file), inline);
      await writeFile(join(dir, 'pages/inline.json'), JSON.stringify(hashes));
      await rm(join(dir, 'early.js'));
    },
  };
}

type Inline = (path: string, tag: 'script' | 'style') => string;

async function inlineInto(path: string, inline: Inline): Promise<void> {
  const html = await readFile(path, 'utf8');
  let count = 0;
  // A function, because a `$` in the content means something in a string.
  const inlined = html.replace(loading, (_element, script?: string, sheet = '') => {
    count += 1;
    return script ? inline(script, 'script') : inline(sheet, 'style');
  });
  if (count < 2) throw new Error(`${path} has lost early.js or its style sheet`);
  const [script, entryPath] = entry.exec(inlined) ?? [];
  if (!script) throw new Error(`${path} has lost the script of the app`);
  // Puts the address of the app before `early.js`, which starts the app at once in a hidden document.
  const named = inlined.replace('<title>', `<meta name="entry" content="${entryPath}" />\n    <title>`);
  await writeFile(path, named.replace(script, ''));
}

/** Style sheets keep their path, by which a part of the app finds that the document has what it needs. */
function wrap(
  tag: 'script' | 'style',
  path: string,
  content: string,
  { scripts, styles }: InlineHashes,
): string {
  if (content.includes(`</${tag}`)) throw new Error(`The content of a <${tag}> would end it`);
  const hash = `sha256-${createHash('sha256').update(content).digest('base64')}`;
  (tag === 'script' ? scripts : styles).push(hash);
  return `<${tag}${tag === 'style' ? ` data-file="${path}"` : ''}>${content}</${tag}>`;
}
