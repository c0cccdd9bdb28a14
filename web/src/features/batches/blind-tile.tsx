import type { PublicGeneration } from '@atelier/contract';
import Check from 'lucide-react/icons/check';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { modelName } from '#product/generation/model-name.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import { mediumViews } from '#product/media/index.ts';
import { isHeard } from '#product/media-facts.build.ts';
import { classNames } from '#ui/class-names.ts';

type BlindTileProps = {
  generation: PublicGeneration;
  /** Position from 1, in the order on the screen. */
  number: number;
  ratio: number;
  /** Whether the choice was made, which reveals the names. */
  reveals: boolean;
  facts: readonly string[];
  isPicked: boolean;
  onPick: () => void;
};

/** Until the choice, nothing in here depends on what made the result but the result itself. */
export function BlindTile({ generation, number, ratio, reveals, facts, isPicked, onPick }: BlindTileProps) {
  const { t, i18n } = useTranslation('batches');
  const { settled } = generation.credits;
  const { Picture } = mediumViews[generation.medium];
  return (
    <li className="min-w-0">
      <div
        className={classNames(
          'relative overflow-hidden rounded-lg bg-stage',
          isPicked && 'outline-3 outline-offset-2 outline-accent-text',
        )}
        style={{ aspectRatio: ratio }}
      >
        <Picture generation={generation} size="choice" />
        <button
          type="button"
          aria-label={t('blind.choose', { number })}
          aria-pressed={isPicked}
          onClick={onPick}
          className="absolute inset-0 rounded-lg focus-visible:-outline-offset-3"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute bottom-2 left-2 flex items-center gap-1 rounded-sm bg-surface/85 px-2 py-0.5 text-sm font-semibold text-ink"
        >
          {isPicked ? <Check size={14} /> : null}
          {number}
        </span>
      </div>
      {isHeard[generation.medium] ? (
        // biome-ignore lint/a11y/useMediaCaption: a sound without words
        <audio
          src={shownOutputs(generation)[0]?.url}
          controls
          preload="none"
          aria-label={t('blind.listen', { number })}
          className="mt-2 w-full"
        />
      ) : null}
      <p role="status" className="min-h-12 pt-1.5 text-sm">
        {reveals ? (
          <>
            <span className="block font-medium">{modelName(generation.model)}</span>
            <span className="block text-xs text-ink-faint tabular-nums">
              {[
                ...facts,
                t('credits', { count: settled, credits: formatCredits(settled, i18n.language) }),
              ].join(' · ')}
            </span>
          </>
        ) : null}
      </p>
    </li>
  );
}
