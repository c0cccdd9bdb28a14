import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { isForTests } from '../workspaces.ts';

type Trap = { pattern: RegExp; home: string; instead: string };

/** Code that looks right in one browser on one machine, with the home of the one piece that takes care of it. */
const traps: Trap[] = [
  {
    pattern: /\bDate\.now\(\)|\bnew Date\(\)/,
    home: 'web/src/lib/server-time.ts',
    instead: 'the clock of the device may be wrong: take serverNow',
  },
  {
    pattern: /(?<![\w.'"-])lazy(?:\(|<)|\blazyRouteComponent\(/,
    home: 'web/src/ui/lazy-part.tsx',
    instead: 'a file that fails would take the page down: take lazyPart',
  },
  {
    pattern: /(?:\bvoid|[^=>\s]\s*=)\s*import\(/,
    home: 'web/src/lib/parts/import-part.ts',
    instead:
      'its failure would be reported by nothing: take withPart, or await it where a failure is handled',
  },
  {
    pattern: /\.isComposing\b|\bkeyCode\b|\bisComposing\b/,
    home: 'web/src/lib/browser/composition.ts',
    instead: 'guardComposition keeps keys of input methods from every handler already',
  },
  {
    pattern: /\b(?:window|globalThis|self)\.on(?:keydown|keyup|keypress)\b|\.onkey(?:down|up|press)\s*=/,
    home: 'web/src/lib/browser/composition.ts',
    instead: 'it would hear keys of input methods: add a listener in the app',
  },
  {
    pattern:
      /(?<![\w-])(?:text|bg|from|via|to|border|ring|fill|stroke)-(?:black|white|(?:gray|zinc|red|amber|green|blue)-\d+)(?![\w-])/,
    home: 'web/src/styles/tokens.css',
    instead: 'the tokens replace the palette, so this colours nothing: take one of theirs',
  },
];

const entry = 'web/src/main.tsx';

/** Finds code of the web app that goes past the one piece for a trap of browsers. */
export const browserTraps: Check = {
  name: 'traps of browsers',
  findProblems(root, files) {
    const sources = files.filter((path) => /^web\/src\/.+\.tsx?$/.test(path) && !isForTests(path));
    const problems = sources.flatMap((path) => {
      const lines = readFileSync(join(root, path), 'utf8').split('\n');
      return lines.flatMap((line, index) => {
        if (/^\s*(?:\/?\*|\/\/)/.test(line)) return [];
        const found = traps.filter(({ pattern, home }) => path !== home && pattern.test(line));
        return found.map(({ instead }) => `${path}:${index + 1}: ${instead}`);
      });
    });
    return [...problems, ...(sources.includes(entry) ? findLateGuard(root) : [])];
  },
};

/** No listener may be older than the one that keeps keys of input methods from the others. */
function findLateGuard(root: string): string[] {
  const [first] = readFileSync(join(root, entry), 'utf8').match(/^\w+\(.*\);$/m) ?? [];
  return first === 'guardComposition();' ? [] : [`${entry} has to begin with guardComposition();`];
}
