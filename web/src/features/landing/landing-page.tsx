import { Link } from '@tanstack/react-router';
import Film from 'lucide-react/icons/film';
import Gauge from 'lucide-react/icons/gauge';
import PenLine from 'lucide-react/icons/pen-line';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatSeconds } from '#lib/format.ts';
import { pageTarget } from '#product/navigation/menu.ts';
import { usePageTitle } from '#product/page-title.ts';
import type { Offer } from './describe-landing.ts';
import { nameOfKind } from './offer-search.ts';
import { modelCount, named, offers } from './offers.build.ts';
import { PromptBox } from './prompt-box.tsx';
import { Strips } from './strips.tsx';
import { Wall } from './wall.tsx';

/** `/`: a prompt box over what comes of it, what can be made at which price, and how it works. */
export function LandingPage() {
  const { t } = useTranslation('landing');
  usePageTitle(t('pageTitle'), t('hero.body'));
  return (
    <>
      <section className="relative isolate flex min-h-[min(50rem,calc(100dvh-6.5rem))] flex-col items-center justify-center gap-4 overflow-hidden px-3 py-8 text-center sm:px-4">
        <Wall />
        <h1 className="max-w-3xl text-3xl font-semibold tracking-tight text-balance break-keep">
          {t('hero.title')}
        </h1>
        <p className="mb-2 max-w-lg text-lg text-ink-soft text-balance">{t('hero.body')}</p>
        <PromptBox />
        <Facts />
      </section>
      <Names />
      <div className="mx-auto w-full max-w-6xl px-5 pb-20 md:px-8">
        <Strips />
        <Steps />
        <Footer />
      </div>
    </>
  );
}

/** Limits that the models reach today. */
function Facts() {
  const { t, i18n } = useTranslation('landing');
  const find = (medium: Offer['medium']) => offers.find((offer) => offer.medium === medium);
  const facts = [
    { name: 'video', value: formatSeconds(find('video')?.maxSeconds ?? 0, i18n.language) },
    { name: 'image', value: find('image')?.maxResolution ?? '' },
    { name: 'models', value: formatCredits(modelCount, i18n.language) },
    { name: 'audio', value: formatSeconds(find('audio')?.maxSeconds ?? 0, i18n.language) },
  ] as const;
  return (
    <dl
      aria-label={t('facts.label')}
      className="flex w-full max-w-lg justify-between gap-3 rounded-lg bg-canvas/85 px-3 py-2 sm:px-6"
    >
      {facts.map(({ name, value }) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-xs text-ink-soft">{t(`facts.${name}`)}</dt>
          <dd className="text-lg font-semibold whitespace-nowrap tabular-nums sm:text-xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The models of today by name, in a row that scrolls; each opens its form. */
function Names() {
  const { t } = useTranslation(['landing', 'kinds']);
  return (
    <ul
      aria-label={t('landing:names')}
      className="flex h-12 items-center gap-x-6 overflow-x-auto border-y border-line px-4 text-sm text-ink-soft [scrollbar-width:none] *:shrink-0 *:first:ml-auto *:last:mr-auto"
    >
      {named.map(({ kindId, medium, path }) => (
        <li key={kindId}>
          <Link
            {...pageTarget(path)}
            search={{ [nameOfKind[medium]]: kindId }}
            preload={false}
            className="inline-flex min-h-11 items-center rounded-sm hover:text-ink"
          >
            {t(`kinds:kinds.${kindId}.title`)}
          </Link>
        </li>
      ))}
    </ul>
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

function Footer() {
  const { t } = useTranslation(['legal', 'shell']);
  const link = 'text-ink-soft underline-offset-4 hover:text-ink hover:underline';
  return (
    <footer className="mt-20 border-t border-line pt-6 text-sm">
      <nav aria-label={t('pages')} className="flex flex-wrap gap-x-6 gap-y-2">
        <Link to="/creator/history" className={link}>
          {t('shell:menu.history')}
        </Link>
        <Link to="/pricing" className={link}>
          {t('shell:menu.pricing')}
        </Link>
        <Link to="/help/{-$page}" className={link}>
          {t('shell:menu.help')}
        </Link>
        <Link to="/status" className={link}>
          {t('shell:menu.status')}
        </Link>
        <Link to="/verify" className={link}>
          {t('shell:menu.verify')}
        </Link>
        <Link to="/terms" className={link}>
          {t('shell:menu.terms')}
        </Link>
        <Link to="/privacy" className={link}>
          {t('shell:menu.privacy')}
        </Link>
        <a href="/api/docs" className={link}>
          {t('shell:menu.developers')}
        </a>
      </nav>
    </footer>
  );
}
