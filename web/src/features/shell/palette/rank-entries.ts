import type { PublicGeneration } from '@atelier/contract';
import type { ReactNode } from 'react';
import type { KindEntry } from '#product/kinds/kind-entries.build.ts';

/** The groups in their order, which decides between groups that fit equally well. */
export const groupNames = ['works', 'pages', 'models', 'tags', 'actions', 'settings'] as const;
export type GroupName = (typeof groupNames)[number];

export type Entry = {
  id: string;
  label: string;
  /** Text at the end of the row. */
  note?: string | undefined;
  /** Other names by which it is found. */
  words?: string;
  picture: ReactNode;
  /** The work or model that the preview shows. */
  generation?: PublicGeneration;
  kind?: KindEntry;
  run: () => void;
  /** Command and Enter, where that does something else. */
  runOther?: () => void;
};

export type Group = { name: GroupName; entries: readonly Entry[] };

/** The server has searched the text of works: they follow what begins with the text. */
const foundByServer = 2.5;

const normalize = (text: string) => text.normalize('NFKC').toLowerCase();

/**
 * How well an entry fits: 5 when the text is its name, 4.5 when the name begins with it as whole words, 4 when it begins
 * with it, 3 when one of its words does, 2 when another name does, 1 when it has all the words of the text somewhere, and 0
 * when it does not fit.
 */
export function scoreEntry({ label, words = '' }: Pick<Entry, 'label' | 'words'>, text: string): number {
  const wanted = normalize(text.trim());
  const name = normalize(label);
  const others = normalize(words);
  if (name === wanted) return 5;
  if (name.startsWith(wanted)) return /^\.?[\p{L}\p{N}]/u.test(name.slice(wanted.length)) ? 4 : 4.5;
  if (name.includes(` ${wanted}`)) return 3;
  if (others.split(/[,，、]\s*/).some((word) => word.startsWith(wanted))) return 2;
  const all = `${name} ${others}`;
  return wanted.split(/\s+/).every((part) => all.includes(part)) ? 1 : 0;
}

/** The entries that fit, the best first, at most so many. */
export function findEntries(entries: readonly Entry[], text: string, most: number): Entry[] {
  return entries
    .map((entry) => ({ entry, score: scoreEntry(entry, text) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** Groups that have something, the one with the best entry first. */
export function sortGroups(groups: readonly Group[], text: string): Group[] {
  const best = ({ name, entries }: Group) =>
    name === 'works' ? foundByServer : Math.max(...entries.map((entry) => scoreEntry(entry, text)));
  return groups
    .filter(({ entries }) => entries.length > 0)
    .toSorted((a, b) => best(b) - best(a) || groupNames.indexOf(a.name) - groupNames.indexOf(b.name));
}
