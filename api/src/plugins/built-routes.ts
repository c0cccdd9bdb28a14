import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pages of the built web app, from the file that its build writes (`web/build/prerender-pages.ts`). */
export type BuiltRoutes = {
  /** Paths as the app's router has them: `$name` is any segment, `{-$name}` any or none, `$` one or more. */
  known: string[];
  /** Values that parameters can have, by path; those of other paths can have any. */
  values?: Readonly<Record<string, readonly string[]>>;
  /** Paths of the pages that search engines may list. */
  listed: string[];
};

export function readBuiltRoutes(webDist: string): BuiltRoutes {
  const file = join(webDist, 'pages', 'routes.json');
  if (!existsSync(file)) return { known: ['/'], listed: ['/'] };
  return JSON.parse(readFileSync(file, 'utf8')) as BuiltRoutes;
}

/** Makes a test of whether the app's router knows a path, which is given as in the address, escapes included. */
export function matchRoutes({ known, values = {} }: Omit<BuiltRoutes, 'listed'>): (path: string) => boolean {
  const patterns = known.map((route) => patternOfRoute(route, values[route]));
  return (path) => {
    const segments = path.split('/').map(decodeSegment);
    // No browser sends a dot segment: it goes to the page that is left without it.
    if (segments.some((segment) => segment === '.' || segment === '..')) return false;
    const decoded = segments.map((segment) => segment.replaceAll('/', '%2F')).join('/');
    return patterns.some((pattern) => pattern.test(decoded));
  };
}

function patternOfRoute(route: string, values: readonly string[] | undefined): RegExp {
  // Ids of kinds differ by case.
  const value = values ? `/(?-i:${values.map(escapeSigns).join('|')})` : '/[^/]+';
  const parts = route.split('/').filter(Boolean);
  const source = parts.map((part) => {
    if (part.startsWith('{-$')) return `(?:${value})?`;
    if (part === '$') return '(?:/[^/]+)+';
    return part.startsWith('$') ? value : `/${escapeSigns(part)}`;
  });
  // Takes no notice of case and of a slash at the end, as the router does.
  return new RegExp(`^${source.join('')}/?$`, 'i');
}

function escapeSigns(text: string): string {
  return text.replaceAll(/[^\w-]/g, '\\$&');
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}
