import { type Medium, media, selectFact } from '@atelier/catalog';

const readPath = selectFact('historyApiPath');

/** The calls that search the generations of each medium. */
export const historyCalls = media.map((medium: Medium) => `GET ${readPath[medium]}/history` as const);
