import * as sparkles from 'lucide-react/icons/sparkles';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import createIcon from './create-icon.ts';

const LibraryIcon = sparkles.default;
// Not in the types of the library.
const { __iconData } = sparkles as unknown as { __iconData: Parameters<typeof createIcon>[0] };
const Icon = createIcon(__iconData);

/** The library also names each icon in a class, which nothing uses. */
const draw = (element: React.ReactElement) =>
  renderToStaticMarkup(element)
    .replace(/class="lucide[^"]*?( shrink-0)?"/, (_, own = '') => (own ? `class="${own.trim()}"` : ''))
    .match(/[^\s<>/]+="[^"]*"|<\/?\w+/g)
    ?.sort();

describe('an icon', () => {
  it.each([
    ['without properties', {}],
    ['with a size and a class', { size: 18, className: 'shrink-0' }],
    ['that is decorative', { 'aria-hidden': true }],
    ['with a name', { 'aria-label': 'New', role: 'img' }],
    ['with colors', { fill: 'currentColor', strokeWidth: 1.5 }],
  ])('%s is what the library draws', (_, properties) => {
    expect(draw(<Icon {...properties} />)).toEqual(draw(<LibraryIcon {...properties} />));
  });
});
