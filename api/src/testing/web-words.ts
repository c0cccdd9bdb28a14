import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestFolder } from '@atelier/dev-stack/testing';

const source = join(import.meta.dirname, '../../../web/src');

/** A folder for WEB_DIST with what the api's own pages are made of, as a build of the web app writes it. */
export async function createWebWords(): Promise<string> {
  const folder = await createTestFolder('web-words');
  const words = join(folder, 'pages', 'words');
  const entries = await readdir(join(source, 'locales'), { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    await mkdir(join(words, name), { recursive: true });
    for (const file of ['shared-pages.json', 'kinds.json', 'kinds'])
      await cp(join(source, 'locales', name, file), join(words, name, file), {
        recursive: true,
        filter: (path) => !path.endsWith('.ts'),
      });
  }
  await cp(join(source, 'styles', 'tokens.css'), join(words, 'tokens.css'));
  return folder;
}
