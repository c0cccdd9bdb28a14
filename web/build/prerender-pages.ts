import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Plugin } from 'vite';
import type { PageVariant, Prerendered } from './prerenderer.ts';

/**
 * Writes `pages/<audience>/<language>/<path>.html` for every public page, with what the page shows to visitors, and to
 * users before anything is known of them: its title, its form, its prices. Browsers draw it before any script has run,
 * and the app takes its place. `pages/routes.json` names the addresses that the app knows, for the api.
 */
export function prerenderPages(): Plugin {
  let prerenderer: Prerenderer | undefined;
  return {
    name: 'atelier:prerender-pages',
    apply: 'build',
    buildStart() {
      // No prerendered page depends on the bundle, so both are made at the same time.
      prerenderer = startPrerenderer(this.environment.config.root);
    },
    async writeBundle({ dir = '' }) {
      const shell = await readFile(join(dir, 'index.html'), 'utf8');
      const styles = new InlineStyles();
      const { pages = [], routes } = (await prerenderer?.prerendered) ?? {};
      const documents = pages.map((page) => ({
        file: join(dir, toFile(page)),
        html: fillShell(shell, { ...page, html: styles.replace(page.html) }),
      }));
      await mkdir(join(dir, 'pages'), { recursive: true });
      await writeFile(join(dir, 'pages', 'routes.json'), JSON.stringify(routes));
      const sheet = await styles.write(dir);
      for (const { file, html } of documents) {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, html.replace('</head>', `${sheet}</head>`));
      }
    },
    async closeBundle() {
      // It may still be at work after a failed build.
      await prerenderer?.stop();
    },
  };
}

type Prerenderer = { prerendered: Promise<Prerendered>; stop(): Promise<unknown> };

/** Prerenders in a thread: rendering takes a second in which the bundler would wait for every answer of a plugin. */
function startPrerenderer(root: string): Prerenderer {
  const worker = new Worker(join(import.meta.dirname, 'prerenderer.ts'), { workerData: root });
  const prerendered = once(worker, 'message').then(([message]) => message as Prerendered);
  // Reported by `writeBundle`; a build that fails before that has its own reason.
  prerendered.catch(() => undefined);
  return { prerendered, stop: () => worker.terminate() };
}

function toFile({ audience, tag, path }: PageVariant): string {
  return `pages/${audience}/${tag}${path === '/' ? '/index' : path}.html`;
}

function fillShell(shell: string, { tag, title, description, html }: PageVariant): string {
  const replace = (text: string, pattern: RegExp, value: string) => {
    if (!pattern.test(text)) throw new Error(`index.html has lost ${pattern}`);
    // A function, because a `$` in a text means something in a string.
    return text.replace(pattern, () => value);
  };
  const inLanguage = replace(shell, /<html lang="en"/, `<html lang="${tag}"`);
  const withTitle = replace(inLanguage, /<title>.*<\/title>/, `<title>${escapeText(title)}</title>`);
  const described = replace(
    withTitle,
    /(?<=<meta name="description" content=")[^"]*/,
    escapeText(description).replaceAll('"', '&quot;'),
  );
  return replace(described, /(?<=<div id="root">).*(?=<\/div>\s*<noscript)/s, html);
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
    const name = `prerendered-${index}`;
    const rest = element.replace(attribute, '');
    return rest.includes(' class="')
      ? rest.replace(' class="', ` class="${name} `)
      : rest.replace(/(?=\/?>$)/, ` class="${name}"`);
  }

  /** Returns the element that loads the file; empty without styles. */
  async write(dir: string): Promise<string> {
    if (this.#styles.length === 0) return '';
    const css = this.#styles.map((style, index) => `.prerendered-${index}{${style}}`).join('');
    const file = `assets/prerendered-${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`;
    await writeFile(join(dir, file), css);
    return `<link rel="stylesheet" href="/${file}" />`;
  }
}
