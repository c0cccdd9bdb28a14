import { describe, expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';

const listCells = (text: string) => readCsv(text).map(({ cells }) => cells);

describe('a comma-separated text', () => {
  it('has quoted cells with commas, quotes and line breaks in them', () => {
    expect(listCells('prompt,seed\n"a ""big"", red hat",7\n"two\nlines",8')).toEqual([
      ['prompt', 'seed'],
      ['a "big", red hat', '7'],
      ['two\nlines', '8'],
    ]);
  });

  it('names the line that each row begins at', () => {
    expect(readCsv('prompt\n\n"a\nb"\nc').map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it('may be separated by semicolons or tabs, and end its lines as Windows does', () => {
    expect(listCells('prompt;seed\r\na, b;1\r\n')).toEqual([
      ['prompt', 'seed'],
      ['a, b', '1'],
    ]);
    expect(listCells('prompt\tseed\na\t1')).toEqual([
      ['prompt', 'seed'],
      ['a', '1'],
    ]);
    expect(listCells('a\rb')).toEqual([['a'], ['b']]);
  });

  it('leaves out empty lines and the mark at the beginning of a file', () => {
    expect(listCells('\uFEFFprompt\n\n , \nx')).toEqual([['prompt'], ['x']]);
    expect(listCells('')).toEqual([]);
  });

  it('names its separator in its first line, which is none of its rows', () => {
    expect(readCsv('\uFEFFsep=;\r\nprompt;seed\r\n"a;b";1')).toEqual([
      { cells: ['prompt', 'seed'], line: 2, isOpen: false },
      { cells: ['a;b', '1'], line: 3, isOpen: false },
    ]);
    expect(listCells('sep=\t\na,b\tc')).toEqual([['a,b', 'c']]);
    expect(listCells('separate,b')).toEqual([['separate', 'b']]);
  });

  it('keeps the marks of a quotation that is only a part of its cell', () => {
    expect(listCells('"Hello" she said, waving\n "a" ,b')).toEqual([
      ['"Hello" she said', ' waving'],
      ['a', 'b'],
    ]);
  });

  it('says that a quotation is never closed, at the line of its row', () => {
    expect(readCsv('prompt,seed\na,1\nb,"2\nc,3\n').at(-1)).toEqual({
      cells: ['b', '2\nc,3\n'],
      line: 3,
      isOpen: true,
    });
  });

  it('of many quoted cells is read as well', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `"say ""${index}""",1`).join('\n');
    expect(readCsv(many)).toHaveLength(20_000);
  });

  it('keeps a quote within a cell, and the last cell of an open one', () => {
    expect(listCells('a 5" nail,"open')).toEqual([['a 5" nail', 'open']]);
  });
});
