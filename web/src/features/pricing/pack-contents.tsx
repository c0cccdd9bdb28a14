import type { PricingReply } from '@atelier/contract';
import { useTranslation } from 'react-i18next';

const media = ['video', 'image', 'text', 'audio'] as const;

export type PricedPack = PricingReply['packs'][number];

type PackContentsProps = { pack: PricedPack; kinds: PricingReply['kinds'] };

/** What a pack is enough for: of each medium the kind that it makes most of, with its usual settings. */
export function PackContents({ pack, kinds }: PackContentsProps) {
  const { t } = useTranslation(['pricing', 'kinds']);
  const best = media.flatMap((medium) => {
    const [most] = pack.buys
      .filter((buys) => buys.medium === medium)
      .sort((a, b) => b.usual_count - a.usual_count);
    return most ? [most] : [];
  });
  const nameOf = (kindId: string) => {
    const settings = kinds.find(({ id }) => id === kindId)?.usual.settings ?? {};
    const options = Object.entries(settings)
      // One of them is what is counted.
      .filter(([field]) => field !== 'num_images')
      .map(([field, value]): string => t(`kinds:options.${field}.${value}`, { defaultValue: String(value) }));
    return [t(`kinds:kinds.${kindId}.title`), ...options].join(t('pricing:comma'));
  };
  return (
    <div className="mt-4 flex-1">
      <p className="text-sm text-ink-faint">{t('pricing:packs.enoughFor')}</p>
      <ul className="mt-1.5 grid gap-1.5 text-sm">
        {best.map(({ kind, medium, usual_count }) => (
          <li key={kind} className="text-ink-soft">
            <span className="font-medium text-ink tabular-nums">
              {t(`pricing:results.${medium}`, { count: usual_count })}
            </span>{' '}
            <span className="text-xs text-ink-faint">{nameOf(kind)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
