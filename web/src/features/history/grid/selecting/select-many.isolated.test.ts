import { maxLibraryIds } from '@atelier/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { showToast } from '#ui/show-toast.ts';
import { LibraryFeed } from '../feed/library-feed.ts';
import { toggleAll, toggleRange } from './select-many.ts';

vi.mock('#ui/show-toast.ts', () => ({ showToast: vi.fn() }));
beforeEach(() => vi.clearAllMocks());

/** A day of this many generations, named by their places, and what was done with the selection. */
async function makeGrid(count: number) {
  const generations = Array.from({ length: count }, (_, place) =>
    sampleGeneration({ id: String(place), created_at: new Date(2026, 2, 1, 12).toISOString() }),
  );
  const feed = new LibraryFeed({
    readDays: async () => [['2026-03-01', count]],
    readPage: async (call) => {
      const { page, pageSize } = call ?? { page: 1, pageSize: 50 };
      return generations.slice((page - 1) * pageSize, page * pageSize);
    },
  });
  await feed.refresh();
  return { feed, selection: { isWhole: () => false, togglePage: vi.fn(), toggle: vi.fn() } };
}

it('everything is selected without a word where one call changes all of it', async () => {
  const { feed, selection } = await makeGrid(120);
  await toggleAll(feed, selection);
  expect(selection.togglePage.mock.calls[0]?.[0]).toHaveLength(120);
  expect(showToast).not.toHaveBeenCalled();
});

it('a selection of everything stops at what one call changes, and says so', async () => {
  const { feed, selection } = await makeGrid(maxLibraryIds + 1);
  await toggleAll(feed, selection);
  expect(selection.togglePage.mock.calls[0]?.[0]).toHaveLength(maxLibraryIds);
  expect(showToast).toHaveBeenCalledOnce();
  // Pressed again, it deselects.
  await toggleAll(feed, { ...selection, isWhole: () => true });
  expect(showToast).toHaveBeenCalledOnce();
});

it('a range is read whole in both directions', async () => {
  const { feed, selection } = await makeGrid(200);
  await toggleRange(feed, selection, 150, 20);
  expect(selection.toggle).toHaveBeenCalledWith(expect.objectContaining({ length: 131 }), '20', true);
  await toggleRange(feed, selection, 20, 150);
  expect(selection.toggle).toHaveBeenLastCalledWith(expect.objectContaining({ length: 131 }), '150', true);
  expect(showToast).not.toHaveBeenCalled();
});

it('a longer range than one call changes ends before the place that was pressed, and says so', async () => {
  const { feed, selection } = await makeGrid(maxLibraryIds + 500);
  await toggleRange(feed, selection, maxLibraryIds + 400, 10);
  const [range, last] = selection.toggle.mock.calls[0] ?? [];
  expect(range).toHaveLength(maxLibraryIds);
  expect(range.at(-1).id).toBe(String(maxLibraryIds + 400));
  expect(last).toBe('401');
  expect(showToast).toHaveBeenCalledOnce();
});
