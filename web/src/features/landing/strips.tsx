import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatMoney, formatSeconds } from '#lib/format.ts';
import { modelName } from '#product/generation/model-name.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { pageTarget } from '#product/navigation/menu.ts';
import { buttonVariants } from '#ui/button.tsx';
import { SoundToggle } from '#ui/sound/sound-toggle.tsx';
import { StillWaveform } from '#ui/sound/still-waveform.tsx';
import type { Offer, OfferModel } from './describe-landing.ts';
import { loops } from './loops.build.ts';
import { formatOfferSearch } from './offer-search.ts';
import { creditPrice, offers } from './offers.build.ts';
import { sounds } from './sounds.build.ts';

type StripProps = { offer: Offer };

const contents: Record<Offer['medium'], (props: StripProps) => ReactNode> = {
  video: ({ offer }) => <Reel offer={offer} names={['ember', 'lagoon', 'rose', 'violet', 'dusk']} />,
  image: ({ offer }) => <Reel offer={offer} names={['moss', 'haze', 'crimson', 'mist', 'indigo']} />,
  audio: Sounds,
  text: Answer,
};

/** A strip for each medium that can be made, with its lowest price in credits and in money. */
export function Strips() {
  return offers.map((offer) => <Strip key={offer.medium} offer={offer} />);
}

function Strip({ offer }: StripProps) {
  const { t, i18n } = useTranslation('landing');
  const { medium, models, cheapestCredits, modelCount, maxSeconds, maxResolution, maxCount } = offer;
  const Content = contents[medium];
  const inMoney = (cents: number) =>
    formatMoney(Math.ceil(cents * cheapestCredits), creditPrice.currency, i18n.language);
  const money = [...new Set([inMoney(creditPrice.leastCents), inMoney(creditPrice.mostCents)])];
  return (
    <section id={medium} aria-labelledby={`${medium}-title`} className="mt-16 first:mt-12">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id={`${medium}-title`} className="text-2xl font-semibold tracking-tight">
            {t(`strips.${medium}.title`)}
          </h2>
          <p className="mt-1.5 max-w-xl text-ink-soft text-pretty">
            {t(`strips.${medium}.body`, {
              models: modelCount,
              length: formatSeconds(maxSeconds, i18n.language),
              resolution: maxResolution,
              images: maxCount,
            })}
          </p>
        </div>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft tabular-nums">
          {t(`strips.${medium}.price`, {
            credits: formatCredits(cheapestCredits, i18n.language),
            money: money.join('–'),
          })}
          <Link {...pageTarget(models[0]?.path ?? '')} className={buttonVariants('secondary', 'md')}>
            {t(`strips.${medium}.action`)}
          </Link>
        </p>
      </div>
      <Content offer={offer} />
    </section>
  );
}

/** Pictures of a medium, one for each model; each opens the form of its model with its prompt. */
function Reel({ offer, names }: StripProps & { names: string[] }) {
  const { t } = useTranslation('landing');
  const pictures = names.flatMap((name) => loops.find((loop) => loop.name === name) ?? []);
  return (
    <ul className="mt-6 -mx-5 flex gap-3 overflow-x-auto px-5 [scrollbar-width:none] md:-mx-8 md:px-8">
      {pictures.flatMap(({ name, posterUrl, width, height }, at) => {
        const model = offer.models[at];
        if (!model) return [];
        const prompt = t(`loops.${name}`);
        return [
          <li key={name} className="group relative shrink-0">
            <img
              src={posterUrl}
              alt=""
              width={width}
              height={height}
              loading="lazy"
              className="w-auto rounded-lg bg-stage object-cover"
              style={{ aspectRatio: width / height, height: 'clamp(10.5rem, 20vw, 13rem)' }}
            />
            <Link
              {...pageTarget(model.path)}
              title={prompt}
              search={formatOfferSearch(offer.medium, model, { prompt })}
              preload={false}
              className="mt-2 flex min-h-6 items-center text-xs text-ink-soft after:absolute after:inset-0 after:rounded-lg group-hover:text-ink"
            >
              <span className="sr-only">{prompt} </span>
              <MadeBy model={model} />
            </Link>
          </li>,
        ];
      })}
    </ul>
  );
}

/** Such as "Wan 2.7 · 250 credits". */
function MadeBy({ model: { model, costCredits } }: { model: OfferModel }) {
  const { t, i18n } = useTranslation(['landing', 'kinds']);
  return (
    <span className="max-w-full tabular-nums">
      {t('landing:strips.made', {
        model: modelName(model),
        credits: formatCredits(costCredits, i18n.language),
      })}
    </span>
  );
}

/** Drawn, as the sounds are not read before they are played. */
const drawPeaks = (seed: number) =>
  Array.from(
    { length: 96 },
    (_, at) => 0.2 + 0.7 * Math.abs(Math.sin(at * (0.3 + seed / 9)) * Math.cos(at * 0.11 + seed)),
  );

/** Sounds to listen to, with the prompts that could produce them. */
function Sounds({ offer: { medium, models } }: StripProps) {
  const { t } = useTranslation('samples');
  return (
    <ul className="mt-6 grid gap-3 lg:grid-cols-3">
      {sounds.flatMap(({ id, kindId, url }, at) => {
        const model = models.find((each) => each.kindId === kindId);
        if (!model) return [];
        const title: string = t(`${id}.title`);
        const prompt: string = t(`${id}.prompt`);
        return [
          <li key={id} className="grid gap-2 rounded-lg bg-surface p-4">
            <div className="flex items-center gap-2">
              <SoundToggle
                src={url}
                playLabel={t('listen', { title })}
                stopLabel={t('stop', { title })}
                onError={showErrorToast}
              />
              <span className="h-9 min-w-0 flex-1">
                <StillWaveform peaks={drawPeaks(at)} />
              </span>
            </div>
            <Link
              {...pageTarget(model.path)}
              search={formatOfferSearch(medium, model, { prompt })}
              preload={false}
              className="text-sm text-pretty hover:text-accent-text"
            >
              {prompt}
            </Link>
            <p className="text-xs text-ink-soft">
              <MadeBy model={model} />
            </p>
          </li>,
        ];
      })}
    </ul>
  );
}

function Answer({ offer: { models } }: StripProps) {
  const { t } = useTranslation('landing');
  const picture = loops.find(({ name }) => name === 'violet');
  return (
    <div className="mt-6 grid items-center gap-5 rounded-xl bg-surface p-5 sm:grid-cols-[1fr_2fr]">
      {picture ? (
        <img
          src={picture.posterUrl}
          alt=""
          width={picture.width}
          height={picture.height}
          loading="lazy"
          className="h-auto w-full rounded-lg"
        />
      ) : null}
      <dl>
        <dt className="font-medium">{t('strips.text.question')}</dt>
        <dd className="mt-2 text-ink-soft text-pretty">{t('strips.text.answer')}</dd>
        {models[0] ? (
          <dd className="mt-3 text-xs text-ink-soft">
            <MadeBy model={models[0]} />
          </dd>
        ) : null}
      </dl>
    </div>
  );
}
