import { defaultInput, getKind, type Kind, kinds } from '@atelier/catalog';
import type { SharedWork } from '@atelier/db';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createWebWords } from '../../testing/web-words.ts';
import { readServerPages } from './render-page.ts';
import { describeWork } from './work-facts.ts';

const pages = readServerPages({ WEB_DIST: await createWebWords(), PUBLIC_URL: 'https://atelier.test' });

/** Counts, ratios, lines and thousands of pixels, also with a unit: what is written the same in every language. */
const isPlain = (value: string) => /^-?\d+(\.\d+)?(:\d+|p|K)?( \S+)?$/.test(value);

function readSettings(kind: Kind, changes: object, language: string) {
  const request = { cookies: { language }, headers: {}, query: {} } as unknown as FastifyRequest;
  const words = pages?.messagesFor(request);
  if (!words) throw new Error('There are no words');
  const generation = {
    kind: kind.id,
    input: { ...defaultInput(kind), ...changes },
    prompt: '',
    seed_used: null,
  };
  const work = { generation, shows_prompt: true, shows_settings: true } as unknown as SharedWork;
  return describeWork(work, words).settings;
}

describe.each(['en', 'zh-CN'])('in %s the settings of a shared page', (language) => {
  it.each(kinds.map((kind) => [kind.id, kind] as const))('name every option of %s', (_id, kind) => {
    for (const [name, { widget }] of Object.entries(kind.fields)) {
      // Names of fonts, and some of speakers, are written the same in every language.
      if (widget.type !== 'choice' || widget.unit === 'voice' || widget.unit === 'font') continue;
      for (const { value } of widget.options) {
        const shown = readSettings(kind, { [name]: value }, language).map((fact) => fact.value);
        const raw = String(value);
        if (!isPlain(raw)) expect(shown).not.toContain(raw);
      }
    }
  });
});

it('a shared page names a speaker by name alone, and a language in the language of the page', () => {
  const settings = (language: string) =>
    readSettings(getKind('text-to-speech'), { voice: 'George', language: 'fr' }, language).map(
      ({ value }) => value,
    );
  expect(settings('en')).toEqual(expect.arrayContaining(['George', 'French']));
  expect(settings('zh-CN')).toEqual(expect.arrayContaining(['George', '法语']));
});

it('a shared page names an option that only one kind has, and adds a unit to a number alone', () => {
  const settings = (id: string, changes: object) =>
    readSettings(getKind(id), changes, 'en').map(({ label, value }) => `${label}: ${value}`);
  expect(settings('seedream-v4-5', { image_size: 'auto_2K' })).toContain('Image size: Automatic, 2K');
  expect(settings('topaz-upscale-video', { upscale_factor: 2, max_seconds: 5 })).toEqual(
    expect.arrayContaining(['Enlargement: 2×', 'Source up to: 5 s']),
  );
});
