import { findKind, sharedInput, type Widget } from '@atelier/catalog';
import type { SharedWork } from '@atelier/db';
import type { Messages } from './render-page.ts';

export type Fact = { label: string; value: string };

/** Texts about a work for its page, in plain text and without anything that its owner hides. */
export type WorkFacts = {
  title: string;
  description: string;
  /** Describes the result to those who do not see it; the title unless its owner wrote more. */
  alt: string;
  kindName: string;
  /** The user's words, by the field's label, the prompt first. Empty texts are left out. */
  texts: Fact[];
  settings: Fact[];
};

const maxTitleCodePoints = 90;

export function describeWork(
  { generation, shows_prompt, shows_settings }: SharedWork,
  words: Messages,
): WorkFacts {
  const kind = findKind(generation.kind);
  const kindName = words.label(`kinds.${generation.kind}.title`, generation.kind);
  const shown = { prompt: shows_prompt, settings: shows_settings };
  const input = kind ? sharedInput(kind, generation.input as Record<string, unknown>, shown) : {};
  const texts: Fact[] = [];
  const settings: Fact[] = [];
  for (const [name, field] of Object.entries(kind?.fields ?? {})) {
    const value = input[name];
    if (value === undefined || value === null || value === '') continue;
    if (field.isIgnored && value === field.default) continue;
    const label = words.label(`fields.${name}.label`, name);
    if (field.widget.type === 'textarea') texts.push({ label, value: String(value) });
    else settings.push({ label, value: valueLabel(name, value, field.widget, words) });
  }
  if (shows_settings && generation.seed_used !== null && generation.seed_used !== input.seed)
    settings.push({ label: words.translate('share.seedUsed'), value: String(generation.seed_used) });
  const prompt = shows_prompt ? generation.prompt.trim() : '';
  const title = prompt === '' ? kindName : makeExcerpt(prompt);
  return {
    title,
    alt: generation.alt_text ?? title,
    description: words.translate('share.description', { kind: kindName }),
    kindName,
    texts,
    settings,
  };
}

/** Names a value as the form of the kind does (`web/src/product/generation/value-label.ts`). */
function valueLabel(name: string, value: unknown, widget: Widget, words: Messages): string {
  const { translate, label } = words;
  if (typeof value === 'boolean') return label(value ? 'switch.on' : 'switch.off', String(value));
  const text = String(value);
  const word = label(`options.${name}.${text}`, '');
  if (word !== '') return word;
  const unit = ('unit' in widget && widget.unit) || '';
  if (unit === 's') return translate('share.seconds', { seconds: text });
  if (unit === 'language')
    return new Intl.DisplayNames(words.language, { type: 'language' }).of(text) ?? text;
  // The name of a speaker or of a font.
  if (unit === 'voice' || unit === 'font') return text;
  return unit === '' ? text : `${text} ${unit}`;
}

/** The first line, cut at a word; by code points, because half of a surrogate pair is no text. */
function makeExcerpt(prompt: string): string {
  const [line = ''] = prompt.split('\n');
  const points = [...line.trim()];
  if (points.length <= maxTitleCodePoints) return line.trim();
  const cut = points.slice(0, maxTitleCodePoints).join('');
  return `${cut.replace(/\s+\S*$/, '')}…`;
}
