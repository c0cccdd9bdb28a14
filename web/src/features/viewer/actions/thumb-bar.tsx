import ArrowRight from 'lucide-react/icons/circle-arrow-right';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Share2 from 'lucide-react/icons/share-2';
import { useTranslation } from 'react-i18next';
import { FavoriteButton } from '#product/generation/actions/favorite-button.tsx';
import { hasShownResult } from '#product/generation/outputs.ts';
import { ShareAction } from '#product/share/share-action.tsx';
import { DownloadControl, type DownloadProps } from './download-control.tsx';

type ThumbBarProps = DownloadProps & {
  onChanged: () => void;
  onNext: () => void;
  onMore: () => void;
};

const cell =
  'flex min-h-15 min-w-0 flex-1 flex-col items-center justify-center gap-1 rounded-md text-xs font-medium text-ink-soft hover:text-ink aria-busy:opacity-80';

/** Actions on a work in reach of a thumb, in place of the bar at the lower edge of a phone. */
export function ThumbBar({ generation, output, onChanged, onNext, onMore }: ThumbBarProps) {
  const { t } = useTranslation(['viewer', 'preview']);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      aria-label={t('viewer:actions')}
      data-replaces-bottom-bar
      className="sticky top-12 bottom-0 z-20 flex shrink-0 border-b border-line bg-canvas px-1"
      style={{ paddingBottom: 'env(safe-area-inset-bottom)' }}
    >
      {hasShownResult(generation) ? (
        <span data-key="f" className="contents">
          <FavoriteButton key={generation.id} generation={generation} onChanged={onChanged} className={cell}>
            {t('preview:favorite.on')}
          </FavoriteButton>
        </span>
      ) : null}
      <DownloadControl
        generation={generation}
        output={output}
        className={cell}
        iconPx={20}
        label={t('viewer:download')}
      />
      <button type="button" aria-haspopup="dialog" className={cell} onClick={onNext}>
        <ArrowRight size={20} aria-hidden="true" />
        {t('viewer:steps.first')}
      </button>
      <ShareAction
        generation={generation}
        label={t('viewer:share')}
        renderButton={(open) => (
          <button type="button" aria-haspopup="dialog" className={cell} onClick={open}>
            <Share2 size={20} aria-hidden="true" />
            {t('viewer:share')}
          </button>
        )}
      />
      <button type="button" aria-haspopup="dialog" className={cell} onClick={onMore}>
        <Ellipsis size={20} aria-hidden="true" />
        {t('preview:more')}
      </button>
    </div>
  );
}
