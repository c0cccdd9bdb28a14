import { describe, expect, it } from 'vitest';
import { expandAlternatives } from './alternatives.ts';

const all = (text: string) => expandAlternatives(text, 500);

describe('a prompt with alternatives', () => {
  it('stands for every combination, the first alternatives first', () => {
    expect(all('a {red|blue} hat in {oil|ink}')).toEqual([
      'a red hat in oil',
      'a red hat in ink',
      'a blue hat in oil',
      'a blue hat in ink',
    ]);
  });

  it('may have an empty alternative, which leaves no gap', () => {
    expect(all('a {very |}old door')).toEqual(['a very old door', 'a old door']);
    expect(all('a {|tall} tree')).toEqual(['a tree', 'a tall tree']);
  });

  it('keeps braces that are no list', () => {
    for (const text of ['a {hat}', 'a {red hat', 'a red} hat', 'a | b', 'plain'])
      expect(all(text)).toEqual([text]);
    expect(all('{a {b|c}')).toEqual(['{a b', '{a c']);
  });

  it('keeps what a backslash is before', () => {
    expect(all('\\{red|blue\\}')).toEqual(['{red|blue}']);
    expect(all('{a\\|b|c\\}}')).toEqual(['a|b', 'c}']);
    expect(all('a \\ b')).toEqual(['a \\ b']);
  });

  it('ends at the most that is wanted', () => {
    expect(expandAlternatives('{a|b}'.repeat(60), 501)).toHaveLength(501);
  });
});
