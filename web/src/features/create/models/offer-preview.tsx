import type { Kind } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { useValueLabel } from '#product/generation/value-label.ts';
import { useKindNotes } from '#product/kinds/kind-notes.ts';
import { KindPicture } from '#product/kinds/kind-picture.tsx';
import type { ShownOffer } from './use-offers.ts';

const shownFields = ['duration', 'resolution', 'aspect_ratio', 'image_size'] as const;
/** More values than these are given by the first and the last. */
const mostValues = 5;

/** The model at hand, large: its limits as facts, and what one has found out about it oneself. */
export function OfferPreview({ offer }: { offer: ShownOffer }) {
  const { t, i18n } = useTranslation('models');
  const notes = useKindNotes()[offer.entry.id];
  const { kind, record, perKeeper, changed } = offer;
  return (
    <div className="hidden w-80 shrink-0 lg:block">
      <KindPicture kindId={offer.entry.id} className="w-full rounded-md" />
      <p className="mt-3 text-base font-semibold text-ink">{offer.name}</p>
      <p className="mt-0.5 text-sm text-pretty">{notes?.strengths}</p>
      <dl aria-label={t('facts')} className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        {kind ? <Facts kind={kind} /> : null}
      </dl>
      {record || perKeeper !== undefined ? (
        <p className="mt-3 flex flex-wrap justify-between gap-x-4 text-sm">
          <span className="font-medium text-ink">{record ? t('kept', record) : null}</span>
          {perKeeper === undefined ? null : (
            <span>{t('keeper', { credits: formatCredits(perKeeper, i18n.language) })}</span>
          )}
        </p>
      ) : null}
      <p className="mt-3 text-xs text-pretty text-ink-faint">{notes?.limits}</p>
      {changed.length > 0 ? (
        <p className="mt-1 text-xs text-ink-faint">{t('now', { settings: changed.join(' · ') })}</p>
      ) : null}
    </div>
  );
}

function Facts({ kind }: { kind: Kind }) {
  const { t } = useTranslation('models');
  const formatValue = useValueLabel();
  const choices = shownFields.flatMap((name) => {
    const field = kind.fields[name];
    if (field?.widget.type !== 'choice' || field.isIgnored) return [];
    const { options, unit } = field.widget;
    const values = options.map(({ value }) => formatValue({ field: name, value, unit }));
    const [first, last] = [values[0], values.at(-1)];
    const text = values.length > mostValues ? `${first} – ${last} (${values.length})` : values.join(', ');
    return [{ name, text }];
  });
  const seed = kind.fields.seed;
  return (
    <>
      {choices.map(({ name, text }) => (
        <Fact key={name} name={t(`fact.${name}`)} value={text} />
      ))}
      <Fact name={t('fact.sound')} value={t(kind.hasSound ? 'yes' : 'no')} />
      <Fact name={t('fact.seed')} value={t(seed && !seed.isIgnored ? 'yes' : 'no')} />
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-ink-faint">{name}</dt>
      <dd className="text-right text-ink tabular-nums">{value}</dd>
    </>
  );
}
