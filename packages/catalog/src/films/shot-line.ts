import type { Kind } from '../define-kind.ts';
import { type DescribedIssue, describedIssue } from '../describe-issue.ts';
import type { VariantInput } from '../families.ts';
import { findFamily } from '../find-family.ts';
import { findKind } from '../kinds.ts';
import { type FilmDocument, firstPicture, type Shot } from './document.ts';
import { listLengths, listOptions, makesShots, pickLength } from './shot-kind.ts';

/** A kind and its input, as in `POST /api/generations`. */
export type ShotLine = { kind: string; input: Record<string, unknown> };

export type PlannedShot = { ok: true; line: ShotLine } | { ok: false; issue: DescribedIssue };

/**
 * Finds the kind of the model that fits the pictures of a shot, and composes its input. The path of an issue is a place in
 * the document, such as `shots.3.last_url`, counted from 0.
 */
export function planShot(film: FilmDocument, index: number): PlannedShot {
  const shot = film.shots[index];
  if (!shot) throw new RangeError(`The film has no shot ${index}`);
  const path = `shots.${index}`;
  const chosen = findKind(shot.kind);
  if (!chosen || !makesShots(chosen)) return refused(describedIssue(`${path}.kind`, 'shot_model'));
  const first = firstPicture(film, index);
  if (!first && shot.last_url) return refused(describedIssue(`${path}.last_url`, 'shot_first_missing'));
  const kind = findVariant(chosen, { first, last: shot.last_url, cast: film.cast.length });
  if (kind) return { ok: true, line: { kind: kind.id, input: describeInput(kind, { shot, first, film }) } };
  if (first && shot.last_url && findVariant(chosen, { first, last: null, cast: 0 }))
    return refused(describedIssue(`${path}.last_url`, 'shot_last_refused'));
  if (!first && !findVariant(chosen, { first: anyPicture, last: null, cast: 0 }))
    return refused(describedIssue(`${path}.kind`, 'shot_cast_required'));
  return refused(describedIssue(`${path}.first_url`, first ? 'shot_first_refused' : 'shot_first_required'));
}

const refused = (issue: DescribedIssue): PlannedShot => ({ ok: false, issue });

const anyPicture = '/media/any';

type Needs = { first: string | null; last: string | null; cast: number };

/** Finds a kind of the same model for these pictures, if possible of the same quality. */
function findVariant(chosen: Kind, needs: Needs): Kind | undefined {
  const found = findFamily(chosen.id);
  if (!found) return undefined;
  const { family, variant: own } = found;
  const open = family.variants
    .toSorted((one, other) => Number(other.quality === own.quality) - Number(one.quality === own.quality))
    .flatMap(({ kind: id, input }) => {
      const kind = findKind(id);
      return kind && makesShots(kind) ? [{ kind, input }] : [];
    });
  const find = (input: VariantInput, has: (kind: Kind) => boolean = () => true) =>
    open.find((each) => each.input === input && has(each.kind))?.kind;
  if (needs.first && needs.last) return find('frames') ?? find('picture', takesLast);
  if (needs.first) return find('picture');
  return (needs.cast > 0 ? find('references') : undefined) ?? find('text');
}

const takesLast = ({ fields }: Kind) => fields.end_image_url !== undefined;

type ShotParts = { shot: Shot; first: string | null; film: FilmDocument };

function describeInput(kind: Kind, { shot, first, film }: ShotParts): Record<string, unknown> {
  const { fields } = kind;
  const upload = fields.reference_image_urls?.widget;
  const references =
    upload?.type === 'upload' ? film.cast.slice(0, upload.maxFiles).map(({ url }) => url) : [];
  const values: Record<string, unknown> = {
    prompt: shot.prompt,
    start_image_url: first,
    image_url: first,
    end_image_url: shot.last_url,
    reference_image_urls: references,
    aspect_ratio: listOptions(kind, 'aspect_ratio').includes(film.shape) ? film.shape : undefined,
    duration: pickLength(listLengths(kind), shot.seconds),
  };
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => fields[name] !== undefined && value !== undefined && value !== null,
    ),
  );
}
