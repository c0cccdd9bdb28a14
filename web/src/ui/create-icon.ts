import { createElement, type SVGProps } from 'react';

type IconData = { node: [tag: string, attributes: Record<string, string>][] };

type Props = SVGProps<SVGSVGElement> & { size?: number };

/** Properties of a picture that is more than decoration. */
const labels = ['aria-label', 'aria-labelledby', 'role'] as const;

/**
 * Draws the icons of lucide-react. The build puts it in the place of the library's own function, which also reads sizes and
 * colors from a context, keeps strokes thin and draws for other frameworks: a kilobyte more of every page.
 */
export default function createIcon({ node }: IconData) {
  return ({ size = 24, ...rest }: Props) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': labels.some((label) => rest[label]) ? undefined : true,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
