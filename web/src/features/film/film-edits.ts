import { type FilmDocument, filmLimits, type Shot } from '@atelier/catalog/films';

/** Everything that is edited of a film. */
export type FilmEdits = { readonly name: string; readonly document: FilmDocument };

type ShotStart = Pick<Shot, 'id' | 'kind' | 'seconds'> & Partial<Shot>;

export function makeShot(start: ShotStart): Shot {
  return {
    prompt: '',
    first_url: null,
    last_url: null,
    shares_last: false,
    take_id: null,
    volume: 1,
    ...start,
  };
}

/** The same document with other shots, at most as many as a film has. */
export function withShots(document: FilmDocument, shots: readonly Shot[]): FilmDocument {
  return { ...document, shots: shots.slice(0, filmLimits.shots) };
}

/** Whether two values are the same as JSON, whatever the order of their names: the server keeps another one. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) &&
        isSame(one[name as keyof typeof one], other[name as keyof typeof other]),
    )
  );
}
