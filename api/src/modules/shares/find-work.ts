import { findKind, type Medium, mediumFacts } from '@atelier/catalog';
import { AppError, listUploadFields } from '@atelier/contract';
import { findAskedType, findSharedWork, type SharedFile, type SharedWork } from '@atelier/db';
import type { RouteDeps } from '../../api.ts';
import type { WorkAddresses } from './render-works.ts';
import { hashShareToken } from './share-token.ts';

/** The work of a token. Throws not_found, whatever the reason: why there is no page is for its owner alone. */
export async function getSharedWork({ db }: Pick<RouteDeps, 'db'>, token: string): Promise<SharedWork> {
  const hash = hashShareToken(token);
  const work = hash && (await findSharedWork(db.pool, hash));
  if (!work) throw new AppError('not_found');
  return work;
}

/** The image that a question is about: without it, its answer says nothing. No other input is shown to visitors. */
export async function findAskedImage(deps: RouteDeps, work: SharedWork): Promise<SharedFile | undefined> {
  const { kind: kindId, input, user_id, medium } = work.generation;
  const kind = mediumFacts[medium as Medium].isText ? findKind(kindId) : undefined;
  const field = kind && listUploadFields(kind).find(({ accept }) => accept === 'image');
  const address = field && (input as Record<string, unknown>)[field.name];
  const key = typeof address === 'string' ? deps.mediaAddresses.parseKey(address) : undefined;
  const type = key && (await findAskedType(deps.db.pool, { key, userId: user_id }));
  if (!key || !type) return undefined;
  return { storage_key: key, content_type: type, allows_download: false, name_prompt: '' };
}

/** Where the page of a work and its files are. */
export async function findAddresses(
  deps: RouteDeps,
  work: SharedWork,
  token: string,
): Promise<WorkAddresses> {
  const page = `/s/${token}`;
  const isAsked = await findAskedImage(deps, work);
  return {
    page,
    media: (position) => `${page}/media/${position}`,
    poster: (position) => `${page}/poster/${position}`,
    asked: isAsked ? `${page}/media/asked` : undefined,
  };
}
