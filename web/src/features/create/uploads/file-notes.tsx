import type { Field, Kind } from '@atelier/catalog';
import { type MouseEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isStill } from '#product/media-facts.build.ts';
import { toPreviewAddress } from '#product/uploads/upload-board.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/show-toast.ts';
import type { FormValues } from '../form-values.ts';
import { FileLength } from './file-length.tsx';
import { listTimedFields } from './limit-by-length.ts';
import type { Uploads } from './use-uploads.ts';

type FileNotesProps = {
  kind: Kind;
  values: FormValues;
  name: string;
  uploads: Uploads;
  onChange: (name: string, value: unknown) => void;
};

/** Notes on a file, shown before anything is paid. */
export function FileNotes(props: FileNotesProps) {
  return (
    <>
      <SizeNote {...props} />
      <RatioNote {...props} />
      {listTimedFields(props.kind).includes(props.name) ? <FileLength {...props} /> : null}
    </>
  );
}

/** An image with a side below this makes a result that is too small to be of much use. */
const smallestSidePx = 512;

/** Warns of a small image where the result is only as large as the image. */
function SizeNote({ kind, values, name }: FileNotesProps) {
  const { t } = useTranslation('create');
  const value = values[name];
  const isFollowed = isStill[kind.medium] && kind.fields.image_size === undefined;
  const size = useImageSize(isFollowed && typeof value === 'string' && value !== '' ? value : undefined);
  if (!size || Math.min(size.width, size.height) >= smallestSidePx) return null;
  return (
    <p role="status" className="mt-2 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm text-warn-text">
      {t('smallImage', size)}
    </p>
  );
}

/** Warns that an image's aspect ratio differs from its video's, and offers to crop it. */
function RatioNote({ kind, values, name, uploads }: FileNotesProps) {
  const { t } = useTranslation('create');
  const wanted = findWantedRatio(kind, values, name);
  const value = values[name];
  const url = wanted && typeof value === 'string' && value !== '' ? value : undefined;
  const have = useImageRatio(url);
  const firstRatio = useImageRatio(url && wanted && 'url' in wanted ? wanted.url : undefined);
  const [keptFor, setKeptFor] = useState('');
  const want = wanted && 'ratio' in wanted ? wanted.ratio : firstRatio;
  const pair = `${url} ${want}`;
  if (!url || !wanted || !have || !want || isSameRatio(have, want) || keptFor === pair) return null;

  const keep = (event: MouseEvent) => {
    focusField(event);
    setKeptFor(pair);
  };
  const crop = async (event: MouseEvent) => {
    focusField(event);
    try {
      const { cropImage } = await import('./crop-image.ts');
      uploads.add(name, [await cropImage(toPreviewAddress(url), want, readFileName(url))]);
    } catch {
      // An image of another origin whose pixels may not be read, or one too large for a canvas.
      showToast(t('ratio.failed'), { tone: 'error' });
    }
  };
  const shape = 'name' in wanted ? wanted.name : undefined;
  return (
    <div role="status" className="mt-2 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm">
      <p className="text-warn-text">
        {shape ? t('ratio.differs', { ratio: shape }) : t('ratio.differsFromFirst')}
      </p>
      <div className="mt-1 -ml-3 flex flex-wrap gap-1">
        <Button variant="ghost" size="sm" onClick={crop}>
          {shape ? t('ratio.crop', { ratio: shape }) : t('ratio.cropToFirst')}
        </Button>
        <Button variant="ghost" size="sm" onClick={keep}>
          {t('ratio.keep')}
        </Button>
      </div>
    </div>
  );
}

/** The pressed button is about to disappear, so focus moves to the file above it. */
function focusField({ currentTarget }: MouseEvent): void {
  currentTarget.closest('[data-upload-field]')?.querySelector('button')?.focus();
}

function readFileName(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1).split('?')[0] || 'image.png';
}

function useImageRatio(url: string | undefined): number | undefined {
  const size = useImageSize(url);
  return size && size.width / size.height;
}

type ImageSize = { width: number; height: number };

/** The size of an image in pixels; undefined until it has loaded, and when it cannot be shown. */
function useImageSize(url: string | undefined): ImageSize | undefined {
  const [known, setKnown] = useState<{ url: string; size: ImageSize }>();
  useEffect(() => {
    if (!url) return;
    const image = new Image();
    image.onload = () => setKnown({ url, size: { width: image.naturalWidth, height: image.naturalHeight } });
    image.src = toPreviewAddress(url);
    return () => {
      image.onload = null;
    };
  }, [url]);
  return known?.url === url ? known?.size : undefined;
}

/** The chosen aspect ratio, or the ratio of the image at `url`. */
type WantedRatio = { name: string; ratio: number } | { url: string };

/**
 * The aspect ratio that a field's image should have so that it is neither cut off nor distorted. Undefined when any
 * will do: the field does not take a single image, the model follows the image, or there is nothing to compare with.
 */
export function findWantedRatio(kind: Kind, values: FormValues, name: string): WantedRatio | undefined {
  const images = Object.keys(kind.fields).filter((other) => isOneImage(kind.fields[other]));
  if (!images.includes(name)) return undefined;
  const choice = kind.fields.aspect_ratio;
  if (choice?.widget.type === 'choice' && !choice.isIgnored) {
    const chosen = choice.widget.options.find(({ value }) => value === values.aspect_ratio);
    return chosen?.ratio && { name: String(chosen.value), ratio: chosen.ratio[0] / chosen.ratio[1] };
  }
  const first = images[0] === name ? undefined : values[images[0] ?? ''];
  return typeof first === 'string' && first !== '' ? { url: first } : undefined;
}

function isOneImage(field: Field | undefined): boolean {
  const widget = field?.widget;
  return widget?.type === 'upload' && widget.accept === 'image' && widget.maxFiles === 1;
}

/** Largest invisible difference of ratios: sizes are whole pixels, and models round them further. */
const tolerance = 0.03;

export function isSameRatio(one: number, other: number): boolean {
  return Math.abs(one / other - 1) <= tolerance;
}
