import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { languages } from '../src/lib/i18n/languages.build.ts';
import type * as PaintPage from '../src/paint-page.tsx';
import { evaluateAtBuild } from './evaluate-at-build.ts';

/**
 * Writes `pages/<audience>/<language>/<path>.html` for every public page, with what the page shows to visitors, and to
 * users before anything is known of them: its title, its form, its prices. Browsers draw it before any script has run,
 * and the app takes its place.
 */
export function paintPages(): Plugin {
  return {
    name: 'atelier:paint-pages',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const { audiences, paintedPaths, paintPages: paint } = await buildPainter(join(dir, '.painter'));
      const shell = await readFile(join(dir, 'index.html'), 'utf8');
      const styles = new InlineStyles();
      const pages: { file: string; html: string }[] = [];
      for (const { tag } of languages) {
        for (const audience of audiences) {
          for (const { path, title, html } of await paint(paintedPaths, { language: tag, audience }))
            pages.push({
              file: `pages/${audience}/${tag}${path === '/' ? '/index' : path}.html`,
              html: fillShell(shell, { tag, title, html: styles.replace(html) }),
            });
        }
      }
      const sheet = await styles.write(dir);
      for (const { file, html } of pages) {
        await mkdir(dirname(join(dir, file)), { recursive: true });
        await writeFile(join(dir, file), html.replace('</head>', `${sheet}</head>`));
      }
      await rm(join(dir, '.painter'), { recursive: true });
    },
  };
}

/** The app built once more, for Node. Inside of the output, from where its imports find the packages. */
async function buildPainter(outDir: string): Promise<typeof PaintPage> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [evaluateAtBuild()],
    build: { ssr: 'src/paint-page.tsx', outDir, target: 'esnext', minify: false, copyPublicDir: false },
  });
  return import(pathToFileURL(join(outDir, 'paint-page.js')).href);
}

type Painted = { tag: string; title: string; html: string };

function fillShell(shell: string, { tag, title, html }: Painted): string {
  const replace = (text: string, pattern: RegExp, value: string) => {
    if (!pattern.test(text)) throw new Error(`index.html has lost ${pattern}`);
    // A function, because a `$` in a text means something in a string.
    return text.replace(pattern, () => value);
  };
  const inLanguage = replace(shell, /<html lang="en"/, `<html lang="${tag}"`);
  const withTitle = replace(inLanguage, /<title>.*<\/title>/, `<title>${escapeText(title)}</title>`);
  return replace(withTitle, /(?<=<div id="root">).*(?=<\/div>\s*<noscript>)/s, html);
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Style attributes, which the content security policy forbids, as classes of a file. */
class InlineStyles {
  readonly #styles: string[] = [];

  replace(html: string): string {
    return html.replace(/<[a-z][^>]*? style="[^>]*>/g, (element) => this.#replaceIn(element));
  }

  #replaceIn(element: string): string {
    const [attribute, style = ''] = / style="([^"]*)"/.exec(element) ?? [''];
    const index = this.#styles.includes(style) ? this.#styles.indexOf(style) : this.#styles.push(style) - 1;
    const name = `painted-${index}`;
    const rest = element.replace(attribute, '');
    return rest.includes(' class="')
      ? rest.replace(' class="', ` class="${name} `)
      : rest.replace(/(?=\/?>$)/, ` class="${name}"`);
  }

  /** Returns the element that loads the file; empty without styles. */
  async write(dir: string): Promise<string> {
    if (this.#styles.length === 0) return '';
    const css = this.#styles.map((style, index) => `.painted-${index}{${style}}`).join('');
    const file = `assets/painted-${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`;
    await writeFile(join(dir, file), css);
    return `<link rel="stylesheet" href="/${file}" />`;
  }
}
