import { type Kind, type KindInReach, standInsInReach } from '@atelier/catalog';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import { type ReactNode, Suspense, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { useKindOnceLoaded, useKindsOfMedium } from '#product/kinds/kinds.ts';
import { kindsWithStandIn } from '#product/kinds/kinds-with-stand-in.build.ts';
import { Popover, placePopover } from '#ui/popover.tsx';
import { type FormValues, pricedInput } from '../form-values.ts';
import { keepWish, reachStandIn, useWish, type Wish } from '../stand-in-wish.ts';

type StandInProps = { kind: Kind; values: FormValues };

/** Choice of what happens while the model is down: wait, ask, or another model at no more than a price. Remembered for each kind. */
export function StandInChoice({ kind, values }: StandInProps) {
  const { t } = useTranslation('stand-in');
  const label = useWishLabel({ kind, values });
  // From the catalog alone, so that nothing comes or goes while the form is filled in.
  if (!kindsWithStandIn.includes(kind.id)) return null;
  return (
    <Popover
      side="above"
      className="w-72 p-4 text-sm"
      renderButton={(props) => (
        <button
          {...props}
          type="button"
          title={`${t('label')}: ${label}`}
          className="flex min-h-6 min-w-6 items-center gap-1.5 rounded-sm hover:text-ink"
        >
          <LifeBuoy size={14} aria-hidden="true" className="shrink-0" />
          <span className="sr-only">{t('label')}: </span>
          <span className="max-w-40 min-w-0 truncate underline decoration-dotted underline-offset-4 max-sm:sr-only short:sr-only">
            {label}
          </span>
        </button>
      )}
    >
      {() => (
        <Suspense fallback={<div className="h-40" />}>
          <Options kind={kind} values={values} />
        </Suspense>
      )}
    </Popover>
  );
}

/** The wish in few words, with the price of the model for the present settings. */
function useWishLabel({ kind, values }: StandInProps): string {
  const { t, i18n } = useTranslation(['stand-in', 'kinds']);
  const wish = useWish(kind.id);
  const other = useKindOnceLoaded(wish === undefined || wish === 'ask' ? kind.id : wish);
  if (wish === undefined) return t('short.wait');
  const reached = wish !== 'ask' && other ? reachStandIn(kind, filledInput(kind, values), other) : undefined;
  if (wish === 'ask' || !reached) return t('short.ask');
  const name = t(`kinds:kinds.${wish}.title`, { defaultValue: wish });
  return t('short.use', { name, credits: formatCredits(reached.costCredits, i18n.language) });
}

/** A form without words yet is as good as one with some. */
function filledInput(kind: Kind, values: FormValues) {
  const input = pricedInput(kind, values);
  return { ...input, prompt: input.prompt || 'x' };
}

const mostOptions = 3;

function Options({ kind, values }: StandInProps) {
  const { t, i18n } = useTranslation(['stand-in', 'kinds']);
  const name = useId();
  const ref = useRef<HTMLFieldSetElement>(null);
  // The panel was placed before its height was known.
  useLayoutEffect(() => {
    const panel = ref.current?.closest<HTMLElement>('[popover]');
    const button = panel?.previousElementSibling;
    if (panel && button instanceof HTMLElement) placePopover(panel, button, { side: 'above' });
  }, []);
  const wish = useWish(kind.id);
  const closures = useKindClosures();
  const input = filledInput(kind, values);
  const reach = { kind, input, maxCredits: kind.price(input).costCredits, limit: 99 };
  const others = standInsInReach(useKindsOfMedium(kind.medium), reach)
    .filter((each) => !closures.get(each.kind.id)?.is_closed)
    .filter((each, index) => index < mostOptions || each.kind.id === wish);
  const formatUse = (each: KindInReach) =>
    t('use', {
      name: t(`kinds:kinds.${each.kind.id}.title`, { defaultValue: each.kind.id }),
      count: each.costCredits,
      credits: formatCredits(each.costCredits, i18n.language),
    });
  const option = (value: Wish, label: ReactNode) => (
    <label key={value ?? 'wait'} className="flex cursor-pointer items-start gap-2 rounded-sm py-1 text-ink">
      <input
        type="radio"
        name={name}
        className="mt-0.5 accent-current"
        checked={wish === value}
        onChange={() => keepWish(kind.id, value)}
      />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset ref={ref}>
      <legend className="mb-1.5 font-medium text-ink">{t('label')}</legend>
      {option(undefined, t('wait'))}
      {others.map((each) => option(each.kind.id, formatUse(each)))}
      {option('ask', t('ask'))}
      <p className="mt-2 text-xs text-ink-faint">{t('note')}</p>
    </fieldset>
  );
}
