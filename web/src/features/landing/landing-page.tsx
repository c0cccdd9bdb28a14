import { getKind } from '@atelier/catalog';
import { Link } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Film from 'lucide-react/icons/film';
import Gauge from 'lucide-react/icons/gauge';
import PenLine from 'lucide-react/icons/pen-line';
import { useTranslation } from 'react-i18next';
import { priceExamples } from '#product/ledger/price-examples.ts';
import { usePageTitle } from '#product/page-title.ts';
import { buttonLook } from '#ui/button-look.ts';
import { Scene, type SceneId, sceneIds } from './scene.tsx';

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

/** `/`: what this is, four ways to start, how it goes. Everything on it leads into the form. */
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

function SampleGallery() {
  const { t } = useTranslation('landing');
  return (
    <section aria-labelledby="samples-title">
      <h2 id="samples-title" className="text-xl font-semibold">
        {t('samples.title')}
      </h2>
      <p className="mt-1.5 max-w-xl text-ink-soft text-pretty">{t('samples.body')}</p>
      <ul className="mt-6 grid gap-x-5 gap-y-8 md:grid-cols-2">
        {sceneIds.map((id) => (
          <li key={id}>
            <SampleCard id={id} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A drawn frame with the prompt that could make it; the whole card opens the form with that prompt. */
function SampleCard({ id }: { id: SceneId }) {
  const { t } = useTranslation(['landing', 'create']);
  const prompt = t(`create:samples.${id}.prompt`);
  return (
    <article className="group relative">
      <div className="overflow-hidden rounded-xl bg-stage">
        <Scene
          id={id}
          className="block aspect-video w-full transition-transform duration-700 ease-calm group-hover:scale-[1.03]"
        />
      </div>
      <h3 className="mt-3 flex items-center gap-2 font-medium">
        <Link
          to="/creator/video/$type"
          params={{ type: 'text-to-video' }}
          search={{ prompt }}
          className="after:absolute after:inset-0 after:rounded-xl group-hover:text-accent-text"
        >
          {t(`create:samples.${id}.title`)}
        </Link>
        <ArrowRight
          size={16}
          aria-hidden="true"
          className="text-ink-faint transition-transform duration-150 group-hover:translate-x-1"
        />
      </h3>
      <p className="mt-1 line-clamp-3 text-sm text-ink-soft text-pretty">{prompt}</p>
    </article>
  );
}
