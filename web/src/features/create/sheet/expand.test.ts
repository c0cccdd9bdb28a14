import { getKind } from '@atelier/catalog';
import { describe, expect, it } from 'vitest';
import { initialValues } from '../form-values.ts';
import { countFactors, countFitting, expand, readSeeds, type SheetBase, type SheetValues } from './expand.ts';

const kind = getKind('flux-schnell');
const kinds = ['flux-schnell', 'flux-dev', 'sd35'].map(getKind);
const base: SheetBase = { kind, kinds, values: initialValues(kind, {}), rolled: [11, 22, 33] };
const blank: SheetValues = {
  source: 'prompts',
  prompts: 'a hat',
  csv: '',
  kindIds: ['flux-schnell'],
  takes: 1,
  seeds: '',
  choices: {},
  removed: [],
  keptFirst: undefined,
  leavesOutBad: false,
  leavesOutDuplicates: false,
};
const expanded = (values: Partial<SheetValues>) => expand({ ...blank, ...values }, base);
const pick = (values: Partial<SheetValues>, ...names: string[]) =>
  expanded(values).lines.map((line) =>
    names.map((name) => (name === 'kind' ? line.kind.id : line.values[name])),
  );

describe('the lines of a sheet', () => {
  it('are every combination of prompts, sizes, kinds and seeds, idea by idea', () => {
    const values = { prompts: 'a hat\n\na coat', kindIds: ['flux-dev', 'sd35'], takes: 2 };
    expect(pick(values, 'prompt', 'kind', 'seed')).toEqual([
      ['a hat', 'flux-dev', 11],
      ['a hat', 'flux-dev', 22],
      ['a hat', 'sd35', 11],
      ['a hat', 'sd35', 22],
      ['a coat', 'flux-dev', 11],
      ['a coat', 'flux-dev', 22],
      ['a coat', 'sd35', 11],
      ['a coat', 'sd35', 22],
    ]);
    expect(
      expanded({ choices: { image_size: ['square', 'square_hd'], num_images: [1, 4] } }).lines,
    ).toHaveLength(4);
  });

  it('name the line of the text that they come from', () => {
    const { lines } = expanded({ prompts: '\n{a|b} hat\n\ncoat' });
    expect(lines.map(({ source, values }) => [source, values.prompt])).toEqual([
      [2, 'a hat'],
      [2, 'b hat'],
      [4, 'coat'],
    ]);
  });

  it('cost what the kind charges for them', () => {
    const { lines } = expanded({ kindIds: ['flux-dev'], choices: { num_images: [1, 2] } });
    expect(
      lines.map(({ costCredits, input }) => [costCredits, kinds[1]?.price(input ?? {}).costCredits]),
    ).toEqual(lines.map(({ costCredits }) => [costCredits, costCredits]));
    expect(lines[1]?.costCredits).toBe(2 * (lines[0]?.costCredits ?? 0));
  });

  it('have the settings of the form, as far as the other kind has them', () => {
    const own = { ...base, values: { ...base.values, num_images: 3, num_inference_steps: 4 } };
    const [line] = expand({ ...blank, kindIds: ['sd35'] }, own).lines;
    expect(line?.input?.num_images).toBe(3);
    expect(line?.input?.num_inference_steps).toBe(getKind('sd35').fields.num_inference_steps?.default);
  });

  it('need a consent of their own for a sample of their own', () => {
    const kinds = [getKind('chatterbox')];
    const form = { audio_url: '/media/u/voice.mp3', speaker_consent: true };
    const spoken = { kind: getKind('chatterbox'), kinds, values: form, rolled: [] };
    const csv = [
      'prompt,audio_url,speaker_consent',
      'One,,',
      'Two,/media/u/other.mp3,',
      'Three,/media/u/other.mp3,yes',
      'Four,/media/u/other.mp3,no',
    ].join('\n');
    const sheet = { ...blank, source: 'csv' as const, csv, kindIds: ['chatterbox'] };
    expect(expand(sheet, spoken).lines.map(({ values }) => values.speaker_consent)).toEqual([
      true,
      null,
      true,
      false,
    ]);
  });

  it('say what they are combinations of', () => {
    const sheet = { ...blank, prompts: '{a|b} hat\ncoat', kindIds: ['flux-dev', 'sd35'], takes: 3 };
    const values = { ...sheet, choices: { image_size: ['square', 'square_hd'] } };
    expect(countFactors(values, base, expand(values, base))).toEqual({
      prompts: 3,
      kinds: 2,
      seeds: 3,
      options: 2,
    });
    expect(expand(values, base).lines).toHaveLength(36);
  });

  it('take listed seeds before rolled ones', () => {
    expect(pick({ takes: 3, seeds: '7, 9 7' }, 'seed')).toEqual([[7], [9]]);
    expect(readSeeds('7, 9;x 1.5 -3 99999999999999999')).toEqual({
      seeds: [7, 9],
      wrong: ['x', '1.5', '-3', '99999999999999999'],
    });
  });

  it('leave out an option that one of the kinds does not have', () => {
    expect(pick({ choices: { resolution: ['480p', '720p'] } }, 'resolution')).toEqual([[undefined]]);
  });

  it('are cut short where there are far too many', () => {
    const { lines, isCut } = expanded({ prompts: '{a|b}'.repeat(12) });
    expect(isCut).toBe(true);
    expect(lines).toHaveLength(2_000);
  });
});

describe('a table', () => {
  const csv = (text: string, values: Partial<SheetValues> = {}) => ({
    ...values,
    source: 'csv' as const,
    csv: text,
  });

  it('sets fields by its header, by their other names too; an empty cell is the form’s value', () => {
    const text = 'Prompt,size,Num images,seed\na hat,square,2,7\na coat,,,\n';
    expect(pick(csv(text), 'prompt', 'image_size', 'num_images', 'seed')).toEqual([
      ['a hat', 'square', 2, 7],
      ['a coat', 'square_hd', 1, null],
    ]);
  });

  it('wins over what is ticked', () => {
    const values = { takes: 2, choices: { image_size: ['square', 'square_hd'] } };
    expect(expanded(csv('prompt,size,seed\nx,square,1\ny,,', values)).lines).toHaveLength(1 + 4);
  });

  it('may name the kind of a line, and says where there is no such kind', () => {
    const { lines } = expanded(
      csv('prompt,model\nx,sd35\ny,vace\nz,', { kindIds: ['flux-dev', 'flux-schnell'] }),
    );
    expect(lines.map(({ kind, problems }) => [kind.id, problems.map(({ code }) => code)])).toEqual([
      ['sd35', []],
      ['flux-schnell', ['model_one_of']],
      ['flux-schnell', []],
      ['flux-dev', []],
    ]);
    expect(lines[1]?.input).toBeUndefined();
  });

  it('names the columns that nothing takes', () => {
    expect(expanded(csv('prompt,colour,seed,\nx,red,1,')).unknownColumns).toEqual(['colour', '']);
    const inherited = 'constructor,__proto__,valueof';
    expect(expanded(csv(`prompt,${inherited}\nx,1,2,3`)).unknownColumns).toEqual(inherited.split(','));
  });

  it('marks rows with surplus cells and open quotations at their line, and buys none of them', () => {
    const { lines } = expanded(csv('prompt,seed\na fox, 7\na red fox, in snow, at dawn\n\nx,1,,\n"b,{2|3}'));
    expect(
      lines.map(({ source, problems, input }) => [source, problems[0]?.code, input !== undefined]),
    ).toEqual([
      [2, undefined, true],
      [3, 'surplus_cells', false],
      [5, undefined, true],
      [6, 'open_quote', false],
    ]);
  });

  it('has alternatives in its prompts', () => {
    expect(pick(csv('prompt\n"{red|blue} hat, new"'), 'prompt')).toEqual([
      ['red hat, new'],
      ['blue hat, new'],
    ]);
  });

  it('has bad lines with their number and what is wrong', () => {
    const { lines } = expanded(csv('prompt,seed,num_images,size\nx,1,,\ny,seven,9,huge\n,,,'));
    expect(lines.map(({ source, problems }) => [source, problems.map(({ path }) => path)])).toEqual([
      [2, []],
      [3, ['image_size', 'num_images', 'seed']],
    ]);
  });
});

describe('a left-out line of a sheet', () => {
  it('is marked first: duplicates name the line that they repeat', () => {
    const { lines } = expanded({ prompts: 'a\nb\na' });
    expect(lines.map(({ duplicateOf }) => duplicateOf)).toEqual([undefined, undefined, 1]);
  });

  it('counts by its reason', () => {
    const long = 'x'.repeat(2_001);
    const { lines, leftOut } = expanded({
      prompts: `a\n${long}\na\nb\nc`,
      leavesOutBad: true,
      leavesOutDuplicates: true,
      keptFirst: 2,
    });
    expect(lines.map(({ values }) => values.prompt)).toEqual(['a', 'b']);
    expect(leftOut).toEqual({ bad: 1, duplicates: 1, single: 0, afterFirst: 1 });
  });

  it('a line that is taken out makes the next of its kind the first', () => {
    const [first] = expanded({ prompts: 'a\na' }).lines;
    const { lines, leftOut } = expanded({ prompts: 'a\na', removed: [first?.key ?? ''] });
    expect(lines.map(({ source, duplicateOf }) => [source, duplicateOf])).toEqual([[2, undefined]]);
    expect(leftOut.single).toBe(1);
  });

  it('every line has a key of its own', () => {
    const { lines } = expanded({ prompts: '{a|a} hat\na hat' });
    expect(new Set(lines.map(({ key }) => key)).size).toBe(3);
  });
});

it('as many lines fit as the credits are enough for, from the first on', () => {
  const { lines } = expanded({ prompts: 'a\nb\nc' });
  const each = lines[0]?.costCredits ?? 0;
  expect(
    [0, each - 1, each, 2 * each + 1, 3 * each, 9 * each].map((left) => countFitting(lines, left)),
  ).toEqual([0, 0, 1, 2, 3, 3]);
});
