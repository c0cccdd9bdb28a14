import { selectFact } from '@atelier/catalog';

// Columns of the catalog's table of media that forms alone ask.

export const getCreatePath = selectFact('createPath');
export const getTypeField = selectFact('typeField');
export const isNamedByMode = selectFact('isNamedByMode');
export const isMoving = selectFact('isMoving');
export const getRequiredLabels = selectFact('requiredLabels');
export const takesOverFrom = selectFact('takesOverFrom');
/** Counts as fast: a result within so many seconds. */
export const fastSeconds = selectFact('fastSeconds');
