// The entry for films: what a film consists of, and the cut that joins it. It needs nothing of the kinds.
export {
  type CastMember,
  emptyFilm,
  type FilmDocument,
  filmLimits,
  filmShapes,
  findTake,
  firstPicture,
  planFilmCut,
  type Shot,
  type ShownTake,
  type Take,
} from './films/document.ts';
export { listLengths, makesShots, pickLength } from './films/shot-kind.ts';
