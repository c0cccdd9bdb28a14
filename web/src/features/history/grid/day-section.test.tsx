import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DaySection } from './day-section.tsx';

it('the grid shows the pages of a long day as one region, in which its name is unique, and groups', () => {
  const day = { name: '2026-11-25', count: 14 };
  const heading = { leftPx: 0, topPx: 0, widthPx: 300, isShort: false };
  const shown = renderToStaticMarkup(
    <>
      <DaySection day={day} credits={840} heading={heading}>
        first
      </DaySection>
      <DaySection day={day} credits={840} heading={undefined}>
        second
      </DaySection>
    </>,
  );
  expect(shown.match(/<section/g)).toHaveLength(1);
  expect(shown).toMatch(/<div role="group" aria-label="[^"]+">second<\/div>/);
});
