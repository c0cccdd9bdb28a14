import { expect, it } from 'vitest';
import { droppedFolders, readFolders } from './read-folders.ts';

const file = (name: string) => ({
  name,
  isDirectory: false,
  isFile: true,
  file: (taken: (file: File) => void) => taken(new File(['x'], name)),
});

/** Gives its entries one by one, as browsers give them in parts. */
function folder(name: string, ...entries: { name: string }[]) {
  const createReader = () => {
    const left = [...entries];
    return { readEntries: (taken: (part: unknown[]) => void) => taken(left.splice(0, 1)) };
  };
  return { name, isDirectory: true, createReader } as unknown as FileSystemDirectoryEntry;
}

it('a folder gives its files and those of the folders in it, without hidden ones', async () => {
  const dropped = folder(
    'all',
    file('b.png'),
    folder('more', file('c.png')),
    file('.DS_Store'),
    file('a.png'),
  );
  expect((await readFolders([dropped])).map(({ name }) => name)).toEqual(['a.png', 'b.png', 'c.png']);
  expect(await readFolders([folder('empty')])).toEqual([]);
});

it('a folder with very many files gives the first hundred', async () => {
  const many = Array.from({ length: 150 }, (_, index) => file(`${1_000 + index}.png`));
  expect(await readFolders([folder('many', ...many)])).toHaveLength(100);
});

it('only folders count as folders', () => {
  const entry = folder('all');
  const items = [
    { kind: 'file', webkitGetAsEntry: () => entry },
    { kind: 'file', webkitGetAsEntry: () => file('a.png') },
    { kind: 'string', webkitGetAsEntry: () => null },
  ];
  expect(droppedFolders({ items } as unknown as DataTransfer)).toEqual([entry]);
  expect(droppedFolders(null)).toEqual([]);
});
