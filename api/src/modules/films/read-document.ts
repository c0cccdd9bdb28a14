import { type DescribedIssue, describedIssue } from '@atelier/catalog';
import { type FilmDocument, filmLimits, type Shot } from '@atelier/catalog/films';
import { AppError, type UploadAccept } from '@atelier/contract';
import type { FilmTake } from '@atelier/db';
import { createOwnMediaFinder } from '../uploads/find-own-media.ts';
import type { UploadDeps } from '../uploads/store-upload.ts';

export type Issue = Pick<DescribedIssue, 'path' | 'message'> & {
  code: string;
  params?: DescribedIssue['params'];
};

type Sent = {
  userId: string;
  document: FilmDocument;
  /** Document to replace, whose addresses and chosen takes were checked before. */
  present?: FilmDocument;
  takes: readonly FilmTake[];
};

/**
 * Returns the document in the form that is stored: addresses without a host, ids in lower case. Throws AppError:
 * validation_failed; file_not_found and unsupported_file with the `path` of the address.
 */
export async function readDocument(deps: UploadDeps, sent: Sent): Promise<FilmDocument> {
  const shots = sent.document.shots.map((shot) => ({
    ...shot,
    id: shot.id.toLowerCase(),
    take_id: shot.take_id?.toLowerCase() ?? null,
  }));
  const document = { ...sent.document, shots };
  assertValid([
    ...findRepeatedShots(shots),
    ...findTotalIssues(shots.map(({ seconds }) => seconds)),
    ...findTakeIssues({ ...sent, document }),
  ]);
  return resolveAddresses(deps, { ...sent, document });
}

export function assertValid(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new AppError('validation_failed', { details: { issues } });
}

export function refusedValue(path: string, message: string): Issue {
  return { path, message, code: 'value_refused' };
}

function findRepeatedShots(shots: readonly Shot[]): Issue[] {
  const seen = new Set<string>();
  return shots.flatMap(({ id }, index) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [refusedValue(`document.shots.${index}.id`, 'Another shot has this id')];
  });
}

/** The issue of shots that are too long together, in seconds. */
export function findTotalIssues(lengths: readonly number[]): Issue[] {
  const { seconds: max } = filmLimits;
  const total = lengths.reduce((sum, seconds) => sum + seconds, 0);
  return total > max ? [describedIssue('document.shots', 'film_too_long', { max })] : [];
}

function findTakeIssues({ document, present, takes }: Sent): Issue[] {
  const known = new Set([
    ...takes.map(({ shotId, id }) => `${shotId} ${id}`),
    ...(present?.shots ?? []).map(({ id, take_id }) => `${id} ${take_id}`),
  ]);
  return document.shots.flatMap(({ id, take_id }, index) =>
    take_id === null || known.has(`${id} ${take_id}`)
      ? []
      : [refusedValue(`document.shots.${index}.take_id`, 'This is no take of the shot')],
  );
}

async function resolveAddresses(
  deps: UploadDeps,
  { userId, document, present }: Sent,
): Promise<FilmDocument> {
  const find = createOwnMediaFinder(deps, userId);
  const known = new Set(present && listAddresses(present));
  const resolve = async (address: string, path: string, accept: UploadAccept) => {
    const own = `/media/${deps.mediaAddresses.parseKey(address)}`;
    if (known.has(`${accept} ${own}`)) return own;
    return (await find(address, `document.${path}`, accept)).url;
  };
  const shots: Shot[] = [];
  for (const [index, shot] of document.shots.entries()) {
    const { first_url: first, last_url: last } = shot;
    shots.push({
      ...shot,
      first_url: first && (await resolve(first, `shots.${index}.first_url`, 'image')),
      last_url: last && (await resolve(last, `shots.${index}.last_url`, 'image')),
    });
  }
  const cast = [];
  for (const [index, { name, url }] of document.cast.entries())
    cast.push({ name, url: await resolve(url, `cast.${index}.url`, 'image') });
  const { sound } = document;
  const url = sound && (await resolve(sound.url, 'sound.url', 'audio-or-video'));
  return { ...document, shots, cast, sound: sound && url ? { ...sound, url } : null };
}

/** Lists each address after the medium that it has to be. */
function listAddresses({ shots, cast, sound }: FilmDocument): string[] {
  const pictures = [...shots.flatMap(({ first_url, last_url }) => [first_url, last_url])];
  return [
    ...[...pictures, ...cast.map(({ url }) => url)].map((url) => `image ${url}`),
    `audio-or-video ${sound?.url}`,
  ];
}
