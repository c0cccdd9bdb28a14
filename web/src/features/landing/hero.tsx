import { getKind } from '@atelier/catalog';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { priceExamples } from '#product/ledger/price-examples.ts';
import { buttonLook } from '#ui/button-look.ts';

const kind = getKind('text-to-video');
const cheapest = priceExamples(kind).reduce((best, row) => (row.costCredits < best.costCredits ? row : best));

export function Hero() {
  const { t } = useTranslation(['landing', 'kinds']);
  return (
    <section className="flex flex-col items-start pt-12 pb-14 md:pt-20 md:pb-16">
      <p className="text-sm font-medium text-accent-text">{t(`kinds:kinds.${kind.id}.title`)}</p>
      <h1 className="mt-3 max-w-3xl text-3xl font-semibold tracking-tight text-balance break-keep">
        {t('hero.title')}
      </h1>
      <p className="mt-5 max-w-xl text-lg text-ink-soft text-pretty">{t('hero.body')}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Link to="/creator/video/$type" params={{ type: kind.id }} className={buttonLook('primary', 'lg')}>
          {t('hero.action')}
        </Link>
        <Link to="/pricing" className={buttonLook('secondary', 'lg')}>
          {t('hero.secondary')}
        </Link>
      </div>
      <p className="mt-6 max-w-xl text-sm text-ink-faint text-pretty">
        {t('price.line', { count: cheapest.costCredits, resolution: cheapest.option?.value })}
      </p>
    </section>
  );
}
