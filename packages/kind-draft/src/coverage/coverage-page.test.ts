import { readFileSync } from 'node:fs';
import { getKind } from '@atelier/catalog';
import { getProvider, kindsOfInstalledTypes } from '@atelier/catalog/server';
import { expect, it, onTestFinished } from 'vitest';
import { countCoverage, coverageFile, findCoverage, tasks, writeCoveragePage } from './coverage-page.ts';

it('the page about coverage is the one that the catalog and the lists of leading models produce', () => {
  expect(readFileSync(coverageFile, 'utf8'), 'npm run kinds:coverage').toBe(writeCoveragePage());
});

it('every task has a source, a day and models of different names', () => {
  expect(tasks.map(({ name }) => name)).toHaveLength(16);
  for (const { name, source, on, leaders } of tasks) {
    expect(source, name).not.toBe('');
    expect(on, name).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(new Set(leaders.map((leader) => leader.name)).size, name).toBe(leaders.length);
  }
});

it('a leading model is sold by the kind with its endpoint, verified or not', () => {
  const { endpoint } = getProvider(getKind('recraft-v3'));
  const leader = { name: 'Recraft', endpoints: ['a/newer-one', endpoint] };
  expect(findCoverage(leader)).toMatchObject({ state: 'verified', kind: { id: 'recraft-v3' } });
  expect(findCoverage({ ...leader, field: 'end_image_url' })).toEqual({
    leader: { ...leader, field: 'end_image_url' },
    state: 'absent',
  });
  const list = kindsOfInstalledTypes as Set<string>;
  list.delete('recraft-v3');
  onTestFinished(() => void list.add('recraft-v3'));
  expect(findCoverage(leader)).toMatchObject({ state: 'unverified' });
});

it('the goal is eight of ten of the models that fal sells, whatever it does not sell', () => {
  const sold = { name: 'sold', endpoints: ['fal-ai/flux-2'] };
  const other = { name: 'other', endpoints: ['a/b'] };
  const elsewhere = { name: 'elsewhere', endpoints: [] };
  const task = (leaders: (typeof sold)[]) => ({ name: 'A', source: 'B', on: '2026-11-29', leaders });
  const leaders = [sold, sold, sold, sold, elsewhere];
  expect(countCoverage(task([...leaders, other]))).toEqual({
    sold: 4,
    verified: 4,
    atFal: 5,
    isReached: true,
  });
  expect(countCoverage(task([...leaders, other, other])).isReached).toBe(false);
});
