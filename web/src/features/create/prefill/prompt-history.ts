import type { KeyboardEvent } from 'react';
import { generationsStore } from '#product/generation/store/generations-store.ts';
import { readKept, writeKept } from '#product/kept/kept.ts';
import { isText } from '#product/media-facts.build.ts';

const maxKept = 50;

/** Keeps a text that was submitted or is about to be replaced, the newest first. */
export function rememberPrompt(text: string): void {
  const prompt = text.trim();
  if (prompt === '') return;
  const others = readPrompts().filter((known) => known !== prompt);
  writeKept('prompts', [prompt, ...others].slice(0, maxKept));
}

/** Prompts typed in this browser, then those of other devices that this page has loaded, without repetitions. */
export function earlierPrompts(): readonly string[] {
  const generated = [...generationsStore.get().entries.values()]
    .map(({ generation }) => generation)
    .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .flatMap(({ medium, prompt }) => (isText[medium] || prompt === '' ? [] : [prompt]));
  return [...new Set([...readPrompts(), ...generated])];
}

function readPrompts(): readonly string[] {
  return readKept('prompts') ?? [];
}

/**
 * The prompt that an arrow key brings into a field: ↑ in an empty one the newest, then older ones, ↓ newer ones and in
 * the end the empty field again. Undefined when the key is for the text itself.
 */
export function promptForKey(
  {
    key,
    altKey,
    ctrlKey,
    metaKey,
    shiftKey,
  }: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  text: string,
  prompts: readonly string[],
): string | undefined {
  if (altKey || ctrlKey || metaKey || shiftKey) return undefined;
  // -1 is the empty field; a text of the user's own is not in the list.
  const place = text === '' ? -1 : prompts.indexOf(text);
  if (text !== '' && place === -1) return undefined;
  if (key === 'ArrowUp') return prompts[place + 1];
  if (key === 'ArrowDown' && place >= 0) return prompts[place - 1] ?? '';
  return undefined;
}
