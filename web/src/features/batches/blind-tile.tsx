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
  /** One result fills the screen of a phone, where a bar chooses it: a press on it may be the end of a swipe. */
  isPhone: boolean;
  /** Whether the choice was made, which reveals the names. */
  reveals: boolean;
  facts: readonly string[];
  isPicked: boolean;
  onPick: () => void;
};

/** Shows a result. Nothing in the tile but the result itself depends on what made it until the choice is made. */
export function BlindTile(props: BlindTileProps) {
  const { generation, number, ratio, isPhone, reveals, facts, isPicked, onPick } = props;
  const { t } = useTranslation('batches');
  const { Picture } = mediumViews[generation.medium];
  return (
    <li
      className={classNames(
        'relative min-w-0',
        !isPhone && 'rounded-lg',
        isPicked && !isPhone && 'outline-3 outline-offset-2 outline-accent-text',
      )}
      style={isPhone ? { flex: '0 0 100%', scrollSnapAlign: 'center' } : { aspectRatio: ratio }}
    >
      <div className="absolute inset-0 overflow-hidden rounded-[inherit] bg-stage">
        <div
          className="absolute inset-0 transition-opacity duration-180"
          style={{ opacity: reveals && !isPicked ? 0.62 : undefined }}
        >
          <Picture generation={generation} size="choice" />
        </div>
        {isPhone ? null : (
          <>
            <button
              type="button"
              aria-label={t('blind.choose', { number })}
              aria-pressed={isPicked}
              onClick={onPick}
              className="absolute inset-0 rounded-lg focus-visible:-outline-offset-3"
            />
            <NumberChip number={number} isPicked={isPicked} className="bottom-2 left-2" />
          </>
        )}
        {isHeard[generation.medium] ? (
          // biome-ignore lint/a11y/useMediaCaption: a sound without words
          <audio
            src={shownOutputs(generation)[0]?.url}
            controls
            preload="none"
            aria-label={t('blind.listen', { number })}
            className="absolute inset-x-0 top-0 w-full p-2"
          />
        ) : null}
        {reveals ? <Names generation={generation} facts={facts} isPhone={isPhone} /> : null}
      </div>
    </li>
  );
}

type NumberChipProps = { number: number; isPicked: boolean; isOut?: boolean; className: string };

/** Number of a result in a corner of its picture; ticked when it is the pick, struck through when it is out. */
export function NumberChip({ number, isPicked, isOut, className }: NumberChipProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'pointer-events-none absolute z-10 flex min-w-7 items-center justify-center gap-1 rounded-sm px-2 py-0.5 text-sm font-semibold',
        isPicked ? 'bg-accent text-on-accent' : 'bg-surface/85 text-ink',
        isOut && 'line-through',
        className,
      )}
    >
      {isPicked ? <Check size={14} /> : null}
      {number}
    </span>
  );
}

type NamesProps = Pick<BlindTileProps, 'generation' | 'facts' | 'isPhone'>;

/** The model and the price, in the line of the number. */
function Names({ generation, facts, isPhone }: NamesProps) {
  const { t, i18n } = useTranslation('batches');
  const { settled } = generation.credits;
  const price = t('credits', { count: settled, credits: formatCredits(settled, i18n.language) });
  const details = [...facts, price].join(' · ');
  return (
    <p
      className={classNames(
        'pointer-events-none absolute inset-x-0 bottom-0 flex animate-arrive flex-wrap items-baseline gap-x-2 bg-linear-to-t from-shade to-transparent pt-8 pb-3 text-on-accent',
        isPhone ? 'justify-center px-4' : 'pr-3 pl-16',
      )}
    >
      <span className="font-medium">{modelName(generation.model)}</span>
      <span className="text-sm tabular-nums">{details}</span>
    </p>
  );
}
