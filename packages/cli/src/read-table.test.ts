import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTable } from './read-table.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'table-'));
});
afterAll(() => rm(folder, { recursive: true }));

const read = async (text: string) => {
  const file = join(folder, 'table.csv');
  await writeFile(file, text);
  return readTable(file);
};

describe('a table', () => {
  it('has a generation in each row, with its line in the file', async () => {
    const rows = await read('\uFEFFprompt, kind ,seed\r\n"A, ""b""\n c",one,\r\n\r\nD,two,7\r\n');
    expect(rows.map(({ line, kind, fields }) => [line, kind, Object.fromEntries(fields)])).toEqual([
      [3, 'one', { prompt: ['A, "b"\n c'] }],
      [5, 'two', { prompt: ['D'], seed: ['7'] }],
    ]);
  });

  it.each([
    ['', 'is empty'],
    ['prompt\nA\n', 'has no column kind'],
    ['kind,prompt\n', 'has no rows'],
    ['kind,prompt,prompt\none,A,B\n', 'two columns "prompt"'],
    ['kind,prompt\n,A\n', 'line 2: the kind is missing'],
    ['kind,prompt\none\n', 'line 2'],
    ['kind,prompt\none,"A\n', 'Quote'],
  ])('that is no table is refused: %j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});
