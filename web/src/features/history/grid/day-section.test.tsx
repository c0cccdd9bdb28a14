import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DaySection } from './day-section.tsx';

it('the grid shows the pages of a long day as one region, in which its name is unique, and groups', () => {
  const day = { name: '2026-11-25', count: 14 };
  const head = { leftPx: 0, topPx: 0, widthPx: 300, bottomPx: 900 };
  const shown = renderToStaticMarkup(
    <>
      <DaySection day={day} credits={840} head={head}>
        first
      </DaySection>
      <DaySection day={day} credits={840} head={undefined}>
        second
      </DaySection>
    </>,
  );
  expect(shown.match(/<h2/g)).toHaveLength(1);
  expect(shown).toMatch(/<section role="group" aria-label="[^"]+">second<\/section>/);
});
