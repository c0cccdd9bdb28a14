import { kinds, type Medium } from '@atelier/catalog';

/** The medium that a creation page makes, by the first part of its path below /creator. */
export const mediumOfArea: Readonly<Record<string, Medium>> = Object.fromEntries(
  kinds.map(({ menu, medium }) => [menu.path.split('/')[0], medium]),
);
