import { factOf, type Medium, media } from '@atelier/catalog';

const pathOf = factOf('historyApiPath');

/** The calls that search the generations of each medium. */
export const historyCalls = media.map((medium: Medium) => `GET ${pathOf[medium]}/history` as const);
