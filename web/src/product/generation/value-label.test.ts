import { type Kind, kinds, paidOnlyOptions } from '@atelier/catalog';
import i18next, { type i18n } from 'i18next';
import { describe, expect, it } from 'vitest';
import { findUnit, formatValue } from './value-label.ts';

type Messages = { options?: Record<string, Record<string, string>>; fields?: Record<string, unknown> };
const shared = import.meta.glob<Messages>('../../locales/*/kinds.json', { eager: true, import: 'default' });
const own = import.meta.glob<Messages>('../../locales/*/kinds/*.json', { eager: true, import: 'default' });
const languages = Object.keys(shared).map((path) => path.split('/').at(-2) ?? '');

/** The words of a page that shows one kind. */
async function messagesFor(language: string, id: string): Promise<i18n> {
  const words = i18next.createInstance();
  await words.init({
    lng: language,
    fallbackLng: false,
    ns: ['kinds'],
    interpolation: { escapeValue: false },
  });
  words.addResourceBundle(language, 'kinds', shared[`../../locales/${language}/kinds.json`], true, true);
  const { options, fields } = own[`../../locales/${language}/kinds/${id}.json`] ?? {};
  words.addResourceBundle(language, 'kinds', { options, fields }, true, true);
  return words;
}

/** Returns true for values written the same in every language: counts, ratios, lines and thousands of pixels. */
function isSameInAllLanguages(value: unknown): boolean {
  return /^-?\d+(\.\d+)?([:]\d+|p|K)?$/.test(String(value));
}

function listValues({ fields }: Kind): { field: string; value: unknown; unit: string | undefined }[] {
  return Object.entries(fields).flatMap(([field, { widget }]) => {
    const values: readonly unknown[] =
      widget.type === 'choice'
        ? widget.options.map(({ value }) => value)
        : widget.type === 'switch'
          ? [true, false]
          : [];
    return values.map((value) => ({ field, value, unit: findUnit(widget) }));
  });
}

describe.each(languages)('the labels of values in %s', (language) => {
  it.each(kinds.map((kind) => [kind.id, kind] as const))(
    'name every option of %s in words',
    async (id, kind) => {
      const words = await messagesFor(language, id);
      const raw = listValues(kind).filter(
        (labelled) =>
          formatValue(labelled, words) === String(labelled.value) &&
          labelled.unit !== 'voice' &&
          labelled.unit !== 'font' &&
          (labelled.unit !== undefined || !isSameInAllLanguages(labelled.value)),
      );
      expect(raw).toEqual([]);
    },
  );

  it('need no words of a kind for the options of several kinds and those that a purchase unlocks', async () => {
    const words = await messagesFor(language, '');
    const raw = kinds
      .flatMap(paidOnlyOptions)
      .filter(
        (labelled) =>
          formatValue(labelled, words) === labelled.value && !isSameInAllLanguages(labelled.value),
      );
    expect(raw).toEqual([]);
  });
});

it('seconds, factors and switches are written as in the form', async () => {
  const words = await messagesFor('en', 'topaz-upscale-video');
  expect(formatValue({ field: 'duration', value: 6, unit: 's' }, words)).toBe('6 sec');
  expect(formatValue({ field: 'upscale_factor', value: 4 }, words)).toBe('4×');
  expect(formatValue({ field: 'generate_audio', value: false }, words)).toBe('Off');
  expect(formatValue({ field: 'frames_per_second', value: 16, unit: 'fps' }, words)).toBe('16 fps');
});
