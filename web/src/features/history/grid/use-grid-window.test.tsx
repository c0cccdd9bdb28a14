import { useRef } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { LibraryFeed } from './feed/library-feed.ts';
import { gridSettings } from './layout/testing/make-grid.ts';
import { type GridWindow, useGridWindow } from './use-grid-window.ts';

const created_at = new Date(2026, 2, 1, 12).toISOString();
const generations = Array.from({ length: 50 }, (_, at) =>
  sampleGeneration({ id: `record ${at}`, created_at, status: 'completed' }),
);

it('a render changes nothing: after one in another width, a grid is as it was before', async () => {
  const feed = new LibraryFeed({
    readDays: async () => [['2026-03-01', 500]],
    readPage: async () => generations,
  });
  await feed.refresh();
  const state = Object.freeze(feed.state.get());
  const show = (widthPx: number) => {
    let shown: GridWindow | undefined;
    renderToStaticMarkup(
      <Window
        feed={feed}
        widthPx={widthPx}
        onView={(view) => {
          shown = view;
        }}
      />,
    );
    return shown;
  };
  const [first, narrow, again] = [show(1120), show(400), show(1120)];
  expect(first?.shown).not.toHaveLength(0);
  expect(narrow?.heightPx).not.toBe(first?.heightPx);
  expect(again?.shown).toEqual(first?.shown);
  expect(feed.state.get()).toBe(state);
});

type WindowProps = { feed: LibraryFeed; widthPx: number; onView: (view: GridWindow) => void };

function Window({ feed, widthPx, onView }: WindowProps) {
  const ref = useRef<HTMLElement>(null);
  const space = { ...gridSettings.space, widthPx };
  onView(useGridWindow(feed, ref, { space, isAlwaysUnfolded: false, focused: undefined }));
  return null;
}
