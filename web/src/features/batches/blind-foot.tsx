import type { PublicGeneration } from '@atelier/contract';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { modelName } from '#product/generation/model-name.ts';
import { findThumbnail } from '#product/generation/store/recent-ends.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Kbd } from '#ui/kbd.tsx';
import { usePickStatistics } from './batch-data.ts';

/** Long enough to read a name and a price. */
const restMs = 2_000;

type BlindFootProps = {
  order: readonly PublicGeneration[];
  picked: PublicGeneration | undefined;
  isJudged: boolean;
  /** Whether the set was judged just now, after which the next one follows. */
  isFresh: boolean;
  isPhone: boolean;
  canPlay: boolean;
  /** Place of the result that fills the screen of a phone. */
  place: number;
  onPlace: (place: number) => void;
  onChoose: (generation: PublicGeneration | undefined) => void;
  onRefuse: () => void;
  onUndo: () => void;
  onNext: () => void;
  onBack: (() => void) | undefined;
};

export function BlindFoot(props: BlindFootProps) {
  const { isJudged, isPhone } = props;
  return (
    <footer
      className={classNames(
        'shrink-0',
        isPhone ? 'grid gap-2 px-4 pt-2.5' : 'flex min-h-16 items-center gap-4 px-5 py-2',
        (isPhone || isJudged) && 'border-t border-line bg-canvas',
      )}
      style={isPhone ? { paddingBottom: 'calc(0.5rem + env(safe-area-inset-bottom))' } : undefined}
    >
      <Verdict {...props} />
      {isJudged ? (
        <Judged key={props.picked?.id} {...props} />
      ) : isPhone ? (
        <PhoneBar {...props} />
      ) : (
        <Keys {...props} />
      )}
    </footer>
  );
}

/** Says which one it was, and how its model does in the user's choices. */
function Verdict({ picked, isJudged, isPhone }: BlindFootProps) {
  const { t, i18n } = useTranslation('batches');
  const { data: models = [] } = usePickStatistics();
  const row = picked && models.find((each) => each.model === picked.model && each.medium === picked.medium);
  const { won = 0, compared = 0, credits_per_keeper: perPick = null } = row ?? {};
  const price =
    perPick === null ? '' : t('credits', { count: perPick, credits: formatCredits(perPick, i18n.language) });
  return (
    <p
      role="status"
      className={isJudged ? classNames('animate-arrive', !isPhone && 'min-w-0 flex-1') : 'sr-only'}
    >
      {isJudged ? (
        <>
          <span className="mr-3 font-semibold">
            {picked ? t('blind.yours', { model: modelName(picked.model) }) : t('blind.noneOf')}
          </span>
          <span className="text-sm text-ink-soft tabular-nums">
            {compared === 0
              ? null
              : [
                  t('blind.kept', { won, of: compared }),
                  ...(price ? [t('blind.perPick', { price })] : []),
                ].join(' · ')}
          </span>
        </>
      ) : null}
    </p>
  );
}

/** Leads to the next set after a moment, unless the pointer or the focus is here. */
function Judged({ isFresh, isPhone, onUndo, onNext, onBack }: BlindFootProps) {
  const { t } = useTranslation('batches');
  const [isHeld, setHeld] = useState(false);
  const goOn = useEffectEvent(onNext);
  const isLeading = isFresh && !isHeld;
  useEffect(() => {
    if (!isLeading) return;
    const timer = setTimeout(() => goOn(), restMs);
    return () => clearTimeout(timer);
  }, [isLeading]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the move to the next set
    <div
      className="flex items-center gap-2"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <BackButton onBack={onBack} />
      <Button variant="ghost" onClick={onUndo} className={isPhone ? 'min-h-11' : undefined}>
        <Undo2 size={16} aria-hidden="true" />
        {t(isFresh ? 'undo' : 'blind.again')}
      </Button>
      <Button
        variant="primary"
        aria-keyshortcuts="ArrowRight"
        onClick={onNext}
        className={classNames('relative overflow-hidden', isPhone && 'min-h-11 flex-1')}
      >
        {t('blind.next')}
        <ArrowRight size={16} aria-hidden="true" className="rtl:-scale-x-100" />
        {isLeading ? (
          <span
            aria-hidden="true"
            className="absolute inset-x-0 bottom-0 h-1 origin-left bg-on-accent/60"
            style={{ animation: `advance ${restMs}ms linear both` }}
          />
        ) : null}
      </Button>
    </div>
  );
}

function BackButton({ onBack }: Pick<BlindFootProps, 'onBack'>) {
  const { t } = useTranslation('batches');
  if (!onBack) return null;
  return (
    <Button variant="ghost" aria-keyshortcuts="ArrowLeft" onClick={onBack} className="max-md:min-h-11">
      <ArrowLeft size={16} aria-hidden="true" className="rtl:-scale-x-100" />
      {t('blind.back')}
    </Button>
  );
}

function SkipButtons({ onRefuse, onNext }: Pick<BlindFootProps, 'onRefuse' | 'onNext'>) {
  const { t } = useTranslation('batches');
  return (
    <>
      <Button variant="ghost" aria-keyshortcuts="0" onClick={onRefuse} className="max-md:min-h-11">
        {t('blind.none')}
      </Button>
      <Button aria-keyshortcuts="ArrowRight" onClick={onNext} className="max-md:ml-auto max-md:min-h-11">
        {t('blind.skip')}
        <ArrowRight size={16} aria-hidden="true" className="rtl:-scale-x-100" />
      </Button>
    </>
  );
}

function Keys({ order, canPlay, onRefuse, onNext, onBack }: BlindFootProps) {
  const { t } = useTranslation('batches');
  const keys = [
    { keys: `1–${Math.min(9, order.length)}`, act: t('blind.keys.choose') },
    { keys: '0', act: t('blind.keys.none') },
    { keys: '← →', act: t('blind.keys.step') },
    ...(canPlay ? [{ keys: t('blind.keys.space'), act: t('blind.keys.play') }] : []),
    { keys: 'F', act: t('blind.keys.full') },
  ];
  return (
    <>
      <ul className="flex min-w-0 flex-1 gap-4 overflow-hidden py-1 text-xs whitespace-nowrap text-ink-faint max-lg:hidden pointer-coarse:hidden">
        {keys.map(({ keys: pressed, act }) => (
          <li key={act}>
            <Kbd keys={pressed} /> {act}
          </li>
        ))}
      </ul>
      <div className="ml-auto flex gap-2">
        <BackButton onBack={onBack} />
        <SkipButtons onRefuse={onRefuse} onNext={onNext} />
      </div>
    </>
  );
}

function PhoneBar({ order, place, onPlace, onChoose, onRefuse, onNext, onBack }: BlindFootProps) {
  const { t } = useTranslation('batches');
  return (
    <>
      <div className="flex items-center gap-3">
        <ul className="flex min-w-0 flex-1 gap-1.5 overflow-x-auto p-1" style={{ scrollbarWidth: 'none' }}>
          {order.map((generation, index) => (
            <li key={generation.id} className="shrink-0">
              <button
                type="button"
                aria-label={t('blind.show', { number: index + 1 })}
                aria-current={index === place}
                onClick={() => onPlace(index)}
                className={classNames(
                  'relative grid size-11 place-items-center overflow-hidden rounded-md bg-raised text-sm font-semibold',
                  index === place && 'outline-3 outline-accent-text',
                )}
              >
                <Still generation={generation} />
                <span className="absolute bottom-0 left-0 rounded-sm bg-surface/85 px-1 text-xs text-ink">
                  {index + 1}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <Button
          variant="primary"
          onClick={() => onChoose(order[place])}
          className="min-h-11 whitespace-nowrap"
        >
          {t('blind.pick', { number: place + 1 })}
        </Button>
      </div>
      <div className="flex gap-1">
        <BackButton onBack={onBack} />
        <SkipButtons onRefuse={onRefuse} onNext={onNext} />
      </div>
    </>
  );
}

function Still({ generation }: { generation: PublicGeneration }) {
  const src = findThumbnail(generation);
  return src ? (
    <img
      src={src}
      alt=""
      decoding="async"
      onError={(event) => event.currentTarget.remove()}
      className="absolute inset-0 size-full object-cover"
    />
  ) : null;
}
