import type { Kind } from '@atelier/catalog';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/show-toast.ts';
import type { FormValues } from '../form-values.ts';
import { findWantedRatio, isSameRatio } from './find-wanted-ratio.ts';
import { previewAddressOf } from './local-previews.ts';
import { useImageRatio } from './use-image-ratio.ts';
import type { Uploads } from './use-uploads.ts';

type RatioNoteProps = { kind: Kind; values: FormValues; name: string; uploads: Uploads };

/** Says before anything is paid that an image has another shape than its video will have, and offers to crop it. */
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
      // An image from elsewhere whose pixels we may not read, or one that no canvas can hold.
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
        <Button look="ghost" size="sm" onClick={crop}>
          {shape ? t('ratio.crop', { ratio: shape }) : t('ratio.cropToFirst')}
        </Button>
        <Button look="ghost" size="sm" onClick={keep}>
          {t('ratio.keep')}
        </Button>
      </div>
    </div>
  );
}

/** The pressed button is about to go; the file above it stays. */
function focusField({ currentTarget }: MouseEvent): void {
  currentTarget.closest('fieldset')?.querySelector('button')?.focus();
}

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1).split('?')[0] || 'image.png';
}
