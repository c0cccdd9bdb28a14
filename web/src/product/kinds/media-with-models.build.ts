import { kinds, type Medium } from '@atelier/catalog';

/** The media with more than one kind. Evaluated at build time. */
export const mediaWithModels: readonly Medium[] = [...Map.groupBy(kinds, ({ medium }) => medium)]
  .filter(([, members]) => members.length > 1)
  .map(([medium]) => medium);
