import type { Kind } from '@atelier/catalog';

export { modelLabels } from './model-labels.build.ts';

type Load = () => Promise<Kind>;

const files: Readonly<Record<string, Load>> = import.meta.glob<Kind>(
  ['../../../../packages/catalog/src/kinds/*/*.ts', '!../../../../packages/catalog/src/kinds/*/*.test.ts'],
  { import: 'kind' },
);

/** Loaders of the form's half of each kind, by its id, which is the name of its file. */
export const kindFiles: ReadonlyMap<string, Load> = new Map(
  Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.ts$/g, ''), load]),
);
