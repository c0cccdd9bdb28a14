import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../locales');

/** The languages of the interface: one per folder of `web/src/locales/`, under its own name. English comes first. */
export const languages: { tag: string; name: string }[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name: tag }) => ({ tag, name: readOwnName(tag) }))
  .sort((a, b) => Number(b.tag === 'en') - Number(a.tag === 'en') || a.tag.localeCompare(b.tag));

function readOwnName(tag: string): string {
  const shell = JSON.parse(readFileSync(join(folder, tag, 'shell.json'), 'utf8')) as { languageName: string };
  return shell.languageName;
}
