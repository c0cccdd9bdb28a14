import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAppError, type PublicGeneration } from '@atelier/contract';
import { copyFromStore, getWorkFolder, temporaryName } from '@atelier/storage';
import type { ContentBlock, ImageContent, ResourceLink } from '@modelcontextprotocol/server';
import type { RouteDeps } from '../../api.ts';

export type ResultsDeps = Pick<RouteDeps, 'store' | 'media' | 'mediaAddresses' | 'log'> & {
  env: Pick<RouteDeps['env'], 'DATA_DIR'>;
};

/** Links to the files of a generation, and small pictures of them. */
export type ShowResults = (generation: PublicGeneration) => Promise<ContentBlock[]>;

/** Enough to see whether it is what was asked for. */
const maxWidth = 256;
const maxPreviews = 4;
/** Anyone who has such a link can read the file, and agents keep what they have read. */
const linkSeconds = 3_600;

export function createResults(deps: ResultsDeps): ShowResults {
  return async ({ id, outputs }) => {
    const files = outputs.flatMap(({ url, poster_url, content_type }, index) => {
      const key = url === null ? undefined : deps.mediaAddresses.parseKey(url);
      const poster = poster_url === null ? undefined : deps.mediaAddresses.parseKey(poster_url);
      const name = `${id}-${index + 1}`;
      return key === undefined ? [] : [{ key, name, contentType: content_type, picture: poster ?? key }];
    });
    const links = await Promise.all(files.map((file) => linkTo(deps, file)));
    const seen = files.filter(
      ({ key, picture, contentType }) => picture !== key || /^image\//.test(contentType),
    );
    const previews = await Promise.all(
      seen.slice(0, maxPreviews).map(({ picture }) => makePreview(deps, picture)),
    );
    return [...links, ...previews.flat()];
  };
}

type File = { key: string; name: string; contentType: string };

async function linkTo({ store }: ResultsDeps, { key, name, contentType }: File): Promise<ResourceLink> {
  const uri = await store.presignGet(key, { expiresSeconds: linkSeconds });
  return { type: 'resource_link', uri, name, mimeType: contentType };
}

async function makePreview(deps: ResultsDeps, key: string): Promise<ImageContent[]> {
  const folder = join(getWorkFolder(deps.env), temporaryName());
  const [from, to] = [join(folder, 'picture'), join(folder, 'small.webp')];
  try {
    await mkdir(folder, { recursive: true });
    await copyFromStore(deps.store, key, from);
    await deps.media.poster(from, to, { maxWidth });
    return [{ type: 'image', data: (await readFile(to)).toString('base64'), mimeType: 'image/webp' }];
  } catch (error) {
    // Deleted meanwhile, or of before files were read: its link says so, too.
    if (!isAppError(error)) throw error;
    deps.log.warn({ err: error, key }, 'no preview of a result for an agent');
    return [];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
