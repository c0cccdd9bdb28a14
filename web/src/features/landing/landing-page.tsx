import { getKind } from '@atelier/catalog';
import { Link } from '@tanstack/react-router';
import Film from 'lucide-react/icons/film';
import Gauge from 'lucide-react/icons/gauge';
import PenLine from 'lucide-react/icons/pen-line';
import { useTranslation } from 'react-i18next';
import { priceExamples } from '#product/ledger/price-examples.ts';
import { usePageTitle } from '#product/page-title.ts';
import { buttonVariants } from '#ui/button.tsx';
import { SampleGallery } from './sample-gallery.tsx';

/** `/`: what the product is, sample prompts, and how it works. Everything on it links to the form. */
export function LandingPage() {
  const { t } = useTranslation('landing');
  usePageTitle(t('pageTitle'));
  return (
    <div className="mx-auto w-full max-w-6xl px-5 pb-20 md:px-8">
      <Hero />
      <SampleGallery />
      <Steps />
    </div>
  );
}

const kind = getKind('text-to-video');
const cheapest = priceExamples(kind).reduce((best, row) => (row.costCredits < best.costCredits ? row : best));

function Hero() {
  const { t } = useTranslation(['landing', 'kinds']);
  return (
    <section className="flex flex-col items-start pt-12 pb-14 md:pt-20 md:pb-16">
      <p className="text-sm font-medium text-accent-text">{t(`kinds:kinds.${kind.id}.title`)}</p>
      <h1 className="mt-3 max-w-3xl text-3xl font-semibold tracking-tight text-balance break-keep">
        {t('hero.title')}
      </h1>
      <p className="mt-5 max-w-xl text-lg text-ink-soft text-pretty">{t('hero.body')}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Link
          to="/creator/video/$type"
          params={{ type: kind.id }}
          className={buttonVariants('primary', 'lg')}
        >
          {t('hero.action')}
        </Link>
        <Link to="/pricing" className={buttonVariants('secondary', 'lg')}>
          {t('hero.secondary')}
        </Link>
      </div>
      <p className="mt-6 max-w-xl text-sm text-ink-faint text-pretty">
        {t('price.line', { count: cheapest.costCredits, resolution: cheapest.option?.value })}
      </p>
    </section>
  );
}

const steps = [
  { name: 'write', Icon: PenLine },
  { name: 'watch', Icon: Gauge },
  { name: 'keep', Icon: Film },
] as const;

function Steps() {
  const { t } = useTranslation('landing');
  return (
    <section aria-labelledby="steps-title" className="mt-20">
      <h2 id="steps-title" className="text-xl font-semibold">
        {t('steps.title')}
      </h2>
      <ol className="mt-6 grid gap-8 lg:grid-cols-3">
        {steps.map(({ name, Icon }) => (
          <li key={name}>
            <Icon size={22} strokeWidth={1.5} aria-hidden="true" className="text-accent-text" />
            <h3 className="mt-3 font-medium">{t(`steps.${name}.title`)}</h3>
            <p className="mt-1.5 text-sm text-ink-soft text-pretty">{t(`steps.${name}.body`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
