import type { Field, Kind } from '@atelier/catalog';
import { type MouseEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/show-toast.ts';
import type { FormValues } from '../form-values.ts';
import { previewAddressOf } from './upload-board.ts';
import type { Uploads } from './use-uploads.ts';

type RatioNoteProps = { kind: Kind; values: FormValues; name: string; uploads: Uploads };

/** Warns, before anything is paid, that an image's aspect ratio differs from its video's, and offers to crop it. */
export function RatioNote({ kind, values, name, uploads }: RatioNoteProps) {
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
      uploads.add(name, [await cropImage(previewAddressOf(url), want, nameOf(url))]);
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
  currentTarget.closest('fieldset')?.querySelector('button')?.focus();
}

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1).split('?')[0] || 'image.png';
}

/** The width-to-height ratio of an image; undefined until it has loaded, and when it cannot be shown. */
function useImageRatio(url: string | undefined): number | undefined {
  const [known, setKnown] = useState<{ url: string; ratio: number }>();
  useEffect(() => {
    if (!url) return;
    const image = new Image();
    image.onload = () => setKnown({ url, ratio: image.naturalWidth / image.naturalHeight });
    image.src = previewAddressOf(url);
    return () => {
      image.onload = null;
    };
  }, [url]);
  return known?.url === url ? known?.ratio : undefined;
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
  const widget = kind.fields.aspect_ratio?.widget;
  if (widget?.type === 'choice') {
    const chosen = widget.options.find(({ value }) => value === values.aspect_ratio);
    return chosen?.ratio && { name: String(chosen.value), ratio: chosen.ratio[0] / chosen.ratio[1] };
  }
  const first = images[0] === name ? undefined : values[images[0] ?? ''];
  return typeof first === 'string' && first !== '' ? { url: first } : undefined;
}

function isOneImage(field: Field | undefined): boolean {
  const widget = field?.widget;
  return widget?.type === 'upload' && widget.accept === 'image' && widget.maxFiles === 1;
}

/** Not visible: sizes are whole pixels, and models round them further. */
const tolerance = 0.03;

export function isSameRatio(one: number, other: number): boolean {
  return Math.abs(one / other - 1) <= tolerance;
}
