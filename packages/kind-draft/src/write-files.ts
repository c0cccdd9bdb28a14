import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kinds } from '@atelier/catalog';
import type { Plan } from './plan.ts';
import { writeEmulatorEndpoint } from './write-emulator.ts';
import { exportName, writeKind } from './write-kind.ts';
import { withClientRow, withPriceRow, withProductRow } from './write-rows.ts';
import { type KnownWords, type Messages, writeWords } from './write-words.ts';

/** `isNew`: the whole file is the draft's, and is never overwritten unasked. */
export type DraftFile = { path: string; text: string; isNew: boolean };

/** Everything that a kind needs beside its price, formatted; paths are relative to `root`. */
export function draftFiles(plan: Plan, root: string): DraftFile[] {
  const { id, medium } = plan;
  const kind = `packages/catalog/src/kinds/${medium}/${id}.ts`;
  const emulator = `packages/fal-emulator/src/endpoints/${id}.ts`;
  return [
    { path: kind, text: formatted(root, kind, writeKind(plan)), isNew: true },
    { path: emulator, text: formatted(root, emulator, writeEmulatorEndpoint(plan)), isNew: true },
    ...languages(root).flatMap((language) => wordFiles(plan, root, language)),
    ...lists(plan, root),
    ...rows(plan, root),
  ];
}

/** Throws when a file of the draft exists, unless `isForced`; the lists are extended either way. */
export function saveFiles(files: readonly DraftFile[], root: string, isForced: boolean): void {
  const existing = files.filter(({ path, isNew }) => isNew && existsSync(join(root, path)));
  if (existing.length > 0 && !isForced) {
    const names = existing.map(({ path }) => path).join('\n  ');
    throw new Error(`These files exist, and nothing was written (--force overwrites them):\n  ${names}`);
  }
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const locales = 'web/src/locales';

function languages(root: string): string[] {
  return readdirSync(join(root, locales), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function wordFiles(plan: Plan, root: string, language: string): DraftFile[] {
  const shared = `${locales}/${language}/kinds.json`;
  const words = JSON.parse(readFileSync(join(root, shared), 'utf8')) as Messages & { kinds: Messages };
  const own = writeWords(plan, knownWords(plan, words, join(root, locales, language)), language === 'en');
  const titles = { ...words.kinds, [plan.id]: { title: plan.title } };
  return [
    { path: `${locales}/${language}/kinds/${plan.id}.json`, text: json(own), isNew: true },
    { path: shared, text: json({ ...words, kinds: titles }), isNew: false },
  ];
}

/** The words of the kinds that have any in this folder. */
function knownWords(plan: Plan, shared: Messages, folder: string): KnownWords {
  const all = kinds.flatMap(({ id, medium }) => {
    const path = join(folder, 'kinds', `${id}.json`);
    if (id === plan.id || !existsSync(path)) return [];
    return [{ isSame: medium === plan.medium, words: JSON.parse(readFileSync(path, 'utf8')) as Messages }];
  });
  const of = (isSame: boolean) => all.filter((each) => each.isSame === isSame).map(({ words }) => words);
  return { shared, sameMedium: of(true), others: of(false) };
}

/** The tables of docs that have a row of every kind. */
function rows(plan: Plan, root: string): DraftFile[] {
  const files = [
    ['docs/prices.md', withPriceRow],
    ['docs/fal-client.md', withClientRow],
    ['docs/product.md', withProductRow],
  ] as const;
  return files.map(([path, extended]) => {
    const text = extended(readFileSync(join(root, path), 'utf8'), plan);
    return { path, text: formatted(root, path, text), isNew: false };
  });
}

function json(words: Messages): string {
  return `${JSON.stringify(words, null, 2)}\n`;
}

/** The lists of kinds for media that have one of their own. */
const kindLists: Partial<Record<Plan['medium'], string>> = { image: 'image-kinds', audio: 'sound-kinds' };

/** The list of kinds and that of the emulator's endpoints, each with a line more. */
function lists({ id, medium }: Plan, root: string): DraftFile[] {
  const name = exportName(id);
  const catalog = `packages/catalog/src/${kindLists[medium] ?? 'kinds'}.ts`;
  const emulator = 'packages/fal-emulator/src/endpoints/index.ts';
  const kindImport = `import * as ${name} from './kinds/${medium}/${id}.ts';`;
  const kinds = extend(readFileSync(join(root, catalog), 'utf8'), kindImport, [
    [/^\] as const;$/m, `  ${name},\n] as const;`],
  ]);
  const endpointImport = `import * as ${name} from './${id}.ts';`;
  const endpoints = extend(readFileSync(join(root, emulator), 'utf8'), endpointImport, [
    [/,?\s*\]\.flatMap\(/, `, ${name}].flatMap(`],
  ]);
  return [
    { path: catalog, text: formatted(root, catalog, kinds), isNew: false },
    { path: emulator, text: formatted(root, emulator, endpoints), isNew: false },
  ];
}

/** Throws when a place is gone. A list that imports the entry already is left as it is. */
function extend(text: string, added: string, insertions: readonly (readonly [RegExp, string])[]): string {
  if (text.includes(added)) return text;
  const extended = insertions.reduce((result, [place, replacement]) => {
    if (!place.test(result)) throw new Error(`A list has no place for a new entry: ${place}`);
    return result.replace(place, replacement);
  }, text);
  return `${added}\n${extended}`;
}

/** Formats a text with Biome, as the repository is, with sorted imports. */
function formatted(root: string, path: string, text: string): string {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['check', '--write', `--stdin-file-path=${path}`];
  const { stdout, status } = spawnSync(process.execPath, [biome, ...options], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  });
  return status === 0 || stdout.trim() !== '' ? stdout : text;
}
