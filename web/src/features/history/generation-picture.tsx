import type { PublicGeneration } from '@atelier/contract';
import Ban from 'lucide-react/icons/ban';
import CircleAlert from 'lucide-react/icons/circle-alert';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownOutputs } from '#product/generation/outputs.ts';
import { classNames } from '#ui/class-names.ts';

/** The first image of a record in a square: its average colour, then its thumbnail, or a sign of why there is none. */
export function RecordPicture({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('image-history');
  const [isLoaded, setIsLoaded] = useState(false);
  const outputs = shownOutputs(generation);
  const output = outputs[0];
  const Sign = { failed: CircleAlert, cancelled: Ban }[String(generation.status)] ?? EyeOff;
  return (
    <div
      className="relative grid aspect-square place-items-center overflow-hidden rounded-lg bg-stage text-ink-faint"
      style={{ backgroundColor: output?.placeholder ?? undefined }}
    >
      {output ? (
        <img
          src={output.poster_url ?? output.url}
          alt=""
          width={output.width ?? undefined}
          height={output.height ?? undefined}
          loading="lazy"
          decoding="async"
          onLoad={() => setIsLoaded(true)}
          className={classNames(
            'absolute inset-0 size-full object-cover transition-opacity duration-300',
            isLoaded ? 'opacity-100' : 'opacity-0',
          )}
        />
      ) : (
        <Sign size={24} strokeWidth={1.5} aria-hidden="true" />
      )}
      {outputs.length > 1 ? (
        <span className="absolute right-2 bottom-2 rounded-sm bg-canvas/80 px-1.5 text-xs text-ink tabular-nums">
          {t('count', { count: outputs.length })}
        </span>
      ) : null}
    </div>
  );
}
