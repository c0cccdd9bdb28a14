import { type Kind, type KindInReach, standInsInReach } from '@atelier/catalog';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { useKindsOfMedium } from '#product/kinds/kinds.ts';
import { kindsWithStandIn } from '#product/kinds/kinds-with-stand-in.build.ts';
import { type FormValues, pricedInput } from '../form-values.ts';
import { keepWish, useWish, type Wish } from '../stand-in-wish.ts';

/** A form without words yet is as good as one with some. */
function filledInput(kind: Kind, values: FormValues) {
  const input = pricedInput(kind, values);
  return { ...input, prompt: input.prompt || 'x' };
}

const mostOptions = 3;

type StandInProps = { kind: Kind; values: FormValues };

/**
 * Choice of what happens while the model is down: wait, ask, or another model at no more than a price. Remembered for
 * each kind.
 */
export function StandInOptions(props: StandInProps) {
  // The catalog alone decides, so that nothing comes or goes while the form is filled in.
  return kindsWithStandIn.includes(props.kind.id) ? <Options {...props} /> : null;
}

function Options({ kind, values }: StandInProps) {
  const { t, i18n } = useTranslation(['stand-in', 'kinds']);
  const name = useId();
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
    <fieldset>
      <legend className="mb-1.5 font-medium text-ink">{t('label')}</legend>
      {option(undefined, t('wait'))}
      {others.map((each) => option(each.kind.id, formatUse(each)))}
      {option('ask', t('ask'))}
      <p className="mt-2 text-xs text-ink-faint">{t('note')}</p>
    </fieldset>
  );
}
