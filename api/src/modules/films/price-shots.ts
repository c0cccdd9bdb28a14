import { createHash } from 'node:crypto';
import { type DescribedIssue, describeIssue, getKind, parseInput } from '@atelier/catalog';
import type { FilmDocument } from '@atelier/catalog/films';
import { planShot, type ShotLine } from '@atelier/catalog/server';

/** The next take of a shot. `cost` is null while something is in the way, which the issues name by its place in the document. */
export type PricedShot = {
  index: number;
  line: ShotLine | undefined;
  cost: number | null;
  issues: DescribedIssue[];
};

export function priceShot(document: FilmDocument, index: number): PricedShot {
  const planned = planShot(document, index);
  if (!planned.ok) return { index, line: undefined, cost: null, issues: [planned.issue] };
  const { line } = planned;
  const kind = getKind(line.kind);
  const parsed = parseInput(kind, line.input);
  if (parsed.ok) return { index, line, cost: kind.price(parsed.input).costCredits, issues: [] };
  const issues = parsed.issues.map((issue) =>
    describeIssue({ ...issue, path: toShotPath(index, issue.path) }),
  );
  return { index, line, cost: null, issues };
}

/** A hash of the kind and the input, by which a take is known to be what its shot asks for. */
export function hashLine(line: ShotLine): string {
  return createHash('sha256').update(JSON.stringify(line)).digest('hex');
}

/** Fields of a shot by those of the kinds that it becomes. */
const shotFields: Readonly<Record<string, string>> = {
  prompt: 'prompt',
  image_url: 'first_url',
  start_image_url: 'first_url',
  end_image_url: 'last_url',
  duration: 'seconds',
};
/** Fields that all shots have from the film, or from the request. */
const filmFields: Readonly<Record<string, string>> = {
  reference_image_urls: 'cast',
  aspect_ratio: 'shape',
  if_down: 'if_down',
};

/** The place in the document that a field of a line comes from. */
export function toShotPath(index: number, field: string): string {
  const [name = ''] = field.split('.');
  return filmFields[name] ?? `shots.${index}.${shotFields[name] ?? 'kind'}`;
}
