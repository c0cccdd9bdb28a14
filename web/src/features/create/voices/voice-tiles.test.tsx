import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import create from '../../../locales/en/create.json' with { type: 'json' };
import { findVoices, type Voice, VoiceTiles } from './voice-tiles.tsx';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    ns: ['create'],
    resources: { en: { create } },
    interpolation: { escapeValue: false },
  });
});

const voices: Voice[] = [
  'Rachel',
  'Aria',
  'Roger',
  'Sarah',
  'Laura',
  'Charlie',
  'George',
  'Callum',
  'River',
].map((value) => ({ value, label: value }));

type Change = { voices?: readonly Voice[]; value?: string; error?: string };

const draw = ({ voices: shown = voices, value = 'Rachel', error }: Change = {}) =>
  renderToString(
    <VoiceTiles
      kindId="text-to-speech"
      name="voice"
      label="Voice"
      voices={shown}
      value={value}
      error={error}
      onChange={() => undefined}
    />,
  );

const listRadios = (html: string) =>
  [...html.matchAll(/type="radio"[^>]*value="([^"]+)"/g)].map(([, value]) => value);
const listButtons = (html: string) =>
  [...html.matchAll(/<button[^>]*aria-label="([^"]+)"/g)].map(([, label]) => label);

describe('the tiles of voices', () => {
  it('are the first six with the chosen one checked, and a button leads to all', () => {
    const html = draw();
    expect(listRadios(html)).toEqual(['Rachel', 'Aria', 'Roger', 'Sarah', 'Laura', 'Charlie']);
    expect(html).toMatch(/<input[^>]*value="Rachel"[^>]*checked|<input[^>]*checked[^>]*value="Rachel"/);
    expect(html).toContain('All 9 voices');
    expect(html).not.toContain('type="search"');
  });

  it('begin with the chosen voice when it is none of the first', () => {
    expect(listRadios(draw({ value: 'River' }))).toEqual([
      'River',
      'Rachel',
      'Aria',
      'Roger',
      'Sarah',
      'Laura',
    ]);
  });

  it('are all voices of a short list', () => {
    const html = draw({ voices: voices.slice(0, 8) });
    expect(listRadios(html)).toHaveLength(8);
    expect(html).not.toContain('voices</button>');
  });

  it('have a button to play a voice that has a sample, and load no sample themselves', () => {
    const html = draw({ voices: [...voices.slice(0, 2), { value: 'Antoni', label: 'Antoni' }] });
    expect(listButtons(html)).toEqual(['Play Rachel', 'Play Aria']);
    expect(html).not.toContain('.m4a');
  });

  it('name a translated voice in the language of the page and as its provider does', () => {
    const html = draw({ voices: [{ value: 'Rachel', label: '睿智女声' }] });
    expect(html).toContain('>睿智女声<');
    expect(html).toContain('>Rachel<');
    expect(listButtons(html)).toEqual(['Play 睿智女声']);
  });

  it('show what is wrong with the choice', () => {
    expect(draw({ error: 'Antoni is not supported' })).toContain('Antoni is not supported');
  });
});

it('a voice is found by both of its names, in any case', () => {
  const translated = [...voices, { value: 'Wise Woman', label: '睿智女声' }];
  const find = (search: string) => findVoices(translated, search).map(({ value }) => value);
  expect(find(' RI ')).toEqual(['Aria', 'River']);
  expect(find('睿智')).toEqual(['Wise Woman']);
  expect(find('wise')).toEqual(['Wise Woman']);
  expect(find('zzz')).toEqual([]);
  expect(find('')).toHaveLength(10);
});
