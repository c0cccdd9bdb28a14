import type { Kind } from '@atelier/catalog';
import i18next from 'i18next';
import { type Sample, samples } from '#product/generation/pictures/samples.build.ts';
import { formatPictureUrl } from '#product/kinds/kind-picture.tsx';
import { findModelLabel } from '#product/kinds/kinds.ts';

/** A sample in the language of the page; without a prompt where its form has none. */
export type ListedSample = Sample & { title: string; prompt?: string };

/** The samples of a kind, and of one that needs no files its own picture of the reference prompt. */
export function listSamples(kind: Kind): ListedSample[] {
  const group = findGroup(kind);
  const listed = (samples[kind.menu.path] ?? samples[group] ?? []).map((sample) => ({
    ...sample,
    title: i18next.t(`samples:${sample.id}.title`),
    ...readPrompt(sample.id),
  }));
  const isShown = listed.some(({ pictureUrl }) => pictureUrl);
  if (group !== kind.medium || !isShown) return listed;
  const own: ListedSample = {
    id: 'reference',
    title: findModelLabel(kind),
    pictureUrl: formatPictureUrl(kind.id),
    ratio: '16:9',
    fileUrls: [],
    ...readPrompt('reference'),
  };
  return [...listed, own];
}

function readPrompt(id: string): { prompt?: string } {
  const key = `samples:${id}.prompt` as const;
  return i18next.exists(key) ? { prompt: i18next.t(key) } : {};
}

export function requiredUploads({ fields }: Kind): string[] {
  return Object.entries(fields).flatMap(([name, { widget, isRequired }]) =>
    widget.type === 'upload' && isRequired ? [name] : [],
  );
}

/** Required uploads of the kind and its medium, such as "image-video". */
function findGroup(kind: Kind): string {
  const accepted = requiredUploads(kind).map((name) => {
    const widget = kind.fields[name]?.widget;
    return widget?.type === 'upload' ? widget.accept : '';
  });
  return [...accepted, kind.medium].join('-');
}
