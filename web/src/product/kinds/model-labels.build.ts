import { families } from '@atelier/catalog';

/** Names of models by their kinds, as "Kling 3.0 Pro". */
export const modelLabels: Readonly<Record<string, string>> = Object.fromEntries(
  families.flatMap(({ name, variants }) =>
    variants.map(({ kind, quality }) => [kind, quality ? `${name} ${quality}` : name]),
  ),
);
