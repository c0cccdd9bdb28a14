import { factOf } from '@atelier/catalog';

// Columns of the catalog's table of media that forms alone ask.

export const createPathOf = factOf('createPath');
export const typeFieldOf = factOf('typeField');
export const isNamedByMode = factOf('isNamedByMode');
export const requiredLabelsOf = factOf('requiredLabels');
export const takesOverFrom = factOf('takesOverFrom');
/** Counts as cheap: at most so many credits with the cheapest settings. */
export const cheapCredits = factOf('cheapCredits');
/** Counts as fast: a result within so many seconds. */
export const fastSeconds = factOf('fastSeconds');
