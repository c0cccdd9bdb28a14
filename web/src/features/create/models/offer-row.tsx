import type { TFunction } from 'i18next';
import Check from 'lucide-react/icons/check';
import Lock from 'lucide-react/icons/lock';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock, formatCredits, formatDay } from '#lib/format.ts';
import { KindPicture } from '#product/kinds/kind-picture.tsx';
import { Badge } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import type { ShownOffer } from './use-offers.ts';

type OfferRowProps = {
  id: string;
  offer: ShownOffer;
  /** All variants of its family, of which the offer is the one that is shown; one while the list is searched. */
  variants: readonly ShownOffer[];
  /** Lowest price of the family. */
  fromCredits: number;
  isActive: boolean;
  isChosen: boolean;
  isTicked: boolean;
  canTick: boolean;
  onPoint: () => void;
  onChoose: () => void;
  onTick: () => void;
  onVariant: (offer: ShownOffer) => void;
};

/** Widths of the columns of a row and of their names. */
export const timeColumn = 'w-12 shrink-0 text-right';
export const priceColumn = 'w-28 shrink-0 text-right max-sm:w-auto max-sm:min-w-10';

/** A model of the list, as one line of it: the keys of the search field reach everything that a pointer does. */
export function OfferRow(props: OfferRowProps) {
  const { id, offer, variants, isActive, isChosen, onPoint, onChoose } = props;
  const { t, i18n } = useTranslation('models');
  const name = variants.length > 1 ? offer.family.name : offer.name;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys of the list
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      data-active={isActive || undefined}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onChoose}
      className={classNames(
        isActive && 'outline-2 -outline-offset-2 outline-accent-text',
        'flex min-h-15.5 cursor-pointer items-center gap-x-3 rounded-md max-sm:gap-x-2 px-2 py-1.5 aria-selected:bg-accent-soft data-active:bg-hover max-sm:min-h-17',
      )}
    >
      <KindPicture kindId={offer.entry.id} className="w-20 max-sm:w-16" />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium text-ink">
          <span>{name}</span>
          <Chips {...props} />
          <State offer={offer} />
        </div>
        <p className="mt-0.5 text-xs text-pretty text-ink-soft">
          {offer.hasFiles ? null : (
            <span className="text-ink">{t(`filter.fromFile_${offer.entry.medium}`)} · </span>
          )}
          {offer.strength}
          {offer.record ? <span className="text-ink"> · {t('kept', offer.record)}</span> : null}
        </p>
        <p className="mt-0.5 text-xs text-ink-soft tabular-nums sm:hidden">
          {[formatClock(Math.ceil(offer.seconds)), ...listPriceNotes(props, t, i18n.language)].join(' · ')}
        </p>
      </div>
      <Price {...props} />
      <Tick {...props} />
    </div>
  );
}

/** Its words are in the foot of the list, where the number of those that are ticked is announced. */
function Tick({ offer, isTicked, canTick, onTick }: OfferRowProps) {
  const { t } = useTranslation('models');
  return (
    <span
      aria-hidden="true"
      title={canTick ? t('tick', { name: offer.name }) : undefined}
      onClick={(event) => {
        event.stopPropagation();
        if (canTick) onTick();
      }}
      className={classNames(
        'grid size-8 shrink-0 place-items-center rounded-full sm:order-first pointer-coarse:size-11',
        !canTick && 'opacity-30',
      )}
    >
      <span
        className={classNames(
          'grid size-5.5 place-items-center rounded-full border',
          isTicked ? 'border-accent bg-accent text-on-accent' : 'border-line-strong',
        )}
      >
        {isTicked ? <Check size={14} /> : null}
      </span>
    </span>
  );
}

/** The variants of a family, beside its name; on a phone the one that is shown, and all of them at the row at hand. */
function Chips({ offer, variants, isActive, onVariant }: OfferRowProps) {
  const { t } = useTranslation('models');
  if (variants.length === 1) return null;
  const press = (variant: ShownOffer) => (event: MouseEvent) => {
    event.stopPropagation();
    onVariant(variant);
  };
  return (
    <>
      {variants.map((each) => (
        <Chip
          key={each.entry.id}
          text={each.variantName}
          isOn={each === offer}
          isFolded={each !== offer && !isActive}
          onPress={press(each)}
        />
      ))}
      {isActive ? null : (
        <span className="sm:hidden">
          <Chip text={t('more', { count: variants.length - 1 })} isOn={false} onPress={press(offer)} />
        </span>
      )}
    </>
  );
}

type ChipProps = {
  text: string;
  isOn: boolean;
  /** Left out on a phone. */
  isFolded?: boolean;
  onPress: (event: MouseEvent) => void;
};

function Chip({ text, isOn, isFolded = false, onPress }: ChipProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys of the search field choose it
    // biome-ignore lint/a11y/noStaticElementInteractions: an option has no controls in it
    <span
      onClick={onPress}
      className={classNames(
        'inline-block rounded-sm border px-1.5 py-0.5 text-xs leading-4 font-normal whitespace-nowrap pointer-coarse:py-2',
        isFolded && 'max-sm:hidden',
        isOn
          ? 'border-transparent bg-line-strong text-ink'
          : 'border-line-strong text-ink-soft hover:text-ink',
      )}
    >
      {text}
    </span>
  );
}

/** Whether it is to be paid for first, new, closed, about to leave, or in trouble. */
function State({ offer }: { offer: ShownOffer }) {
  const { t, i18n } = useTranslation(['models', 'create', 'status']);
  const { entry, isLocked, isClosed, isAwaited, leavesAt, trouble } = offer;
  return (
    <>
      {isLocked ? (
        <span className="text-ink-faint">
          <Lock size={13} aria-hidden="true" />
          <span className="sr-only">{t('create:paidOnly')}</span>
        </span>
      ) : null}
      {isClosed ? <Badge tone="warn">{t(isAwaited ? 'models:notYet' : 'models:closed')}</Badge> : null}
      {leavesAt ? (
        <Badge tone="warn">{t('models:leaves', { date: formatDay(leavesAt, i18n.language) })}</Badge>
      ) : null}
      {trouble ? <Badge tone="warn">{t(`status:notice.${trouble}`)}</Badge> : null}
      {entry.isNew && !isClosed && !trouble ? <span className="sr-only">{t('models:new')}</span> : null}
    </>
  );
}

/** Its room is there before its figures. On a phone what stands below the price is a line of the row. */
function Price(props: OfferRowProps) {
  const { credits, seconds } = props.offer;
  const { t, i18n } = useTranslation('models');
  const note = listPriceNotes(props, t, i18n.language).join(' · ');
  return (
    <>
      <span className={classNames(timeColumn, 'text-xs text-ink-soft tabular-nums max-sm:hidden')}>
        {formatClock(Math.ceil(seconds))}
      </span>
      <span className={classNames(priceColumn, 'tabular-nums')}>
        <span className="block text-sm font-semibold text-ink">
          {credits === undefined ? '\u00A0' : formatCredits(credits, i18n.language)}
        </span>
        <span title={note} className="block truncate text-xs text-ink-soft max-sm:hidden">
          {note || '\u00A0'}
        </span>
      </span>
    </>
  );
}

/** The first setting that the model cannot keep, and the lowest price of its family. */
function listPriceNotes(
  { offer, fromCredits, variants }: OfferRowProps,
  t: TFunction<'models'>,
  language: string,
): string[] {
  const { credits, changed } = offer;
  const hasFrom = variants.length > 1 || fromCredits !== credits;
  const from = t('from', { credits: formatCredits(fromCredits, language) });
  return [...changed.slice(0, 1), ...(hasFrom ? [from] : [])];
}
