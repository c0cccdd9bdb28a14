import { createHash } from 'node:crypto';
import { type DescribedIssue, describeIssue, getKind, parseInput } from '@atelier/catalog';
import type { FilmDocument } from '@atelier/catalog/films';
import { planShot, type ShotLine } from '@atelier/catalog/server';

/** Next take of a shot. `cost` is null while it cannot be made; `issues` say why, by place in the document. */
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

/** Hash of kind and input, which shows whether a take is what its shot asks for; of nothing while it cannot be made. */
export function hashLine(line: ShotLine | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify(line ?? null))
    .digest('hex');
}

/** Maps fields of kinds to those of a shot. */
const shotFields: Readonly<Record<string, string>> = {
  prompt: 'prompt',
  image_url: 'first_url',
  start_image_url: 'first_url',
  end_image_url: 'last_url',
  duration: 'seconds',
};
/** Maps fields of kinds to those of the film or the request, which all shots share. */
const filmFields: Readonly<Record<string, string>> = {
  reference_image_urls: 'cast',
  aspect_ratio: 'shape',
  if_down: 'if_down',
};

/** Place in the document from which a field of a line comes. */
export function toShotPath(index: number, field: string): string {
  const [name = ''] = field.split('.');
  return filmFields[name] ?? `shots.${index}.${shotFields[name] ?? 'kind'}`;
}
