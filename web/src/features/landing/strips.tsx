import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatSeconds } from '#lib/format.ts';
import { kindTarget } from '#product/navigation/kind-target.ts';
import { pageTarget } from '#product/navigation/menu.ts';
import { buttonVariants } from '#ui/button.tsx';
import { loops } from './loops.build.ts';
import { creditPrice, type Offer, offers } from './offers.build.ts';
import { SampleGallery } from './sample-gallery.tsx';

const contents: Record<Offer['medium'], () => ReactNode> = {
  video: SampleGallery,
  image: ImageReel,
  audio: SoundExample,
  text: AnswerExample,
};

/** A strip for each medium that can be made, with its lowest price in money. */
export function Strips() {
  return offers.map((offer) => <Strip key={offer.medium} offer={offer} />);
}

function Strip({ offer: { medium, path, cheapestCredits, facts } }: { offer: Offer }) {
  const { t, i18n } = useTranslation(['landing', 'kinds']);
  const Content = contents[medium];
  const cents = Math.ceil(cheapestCredits * creditPrice.leastCents);
  return (
    <div className="mt-20 first:mt-14">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-2xl font-semibold tracking-tight">{t(`strips.${medium}.title`)}</h2>
          <p className="mt-1.5 max-w-xl text-ink-soft text-pretty">{readBody()}</p>
        </div>
        <p className="flex items-center gap-4 text-sm text-ink-soft">
          {t(`strips.${medium}.price`, { price: formatMoney(cents, creditPrice.currency, i18n.language) })}
          <Link {...pageTarget(path)} className={buttonVariants('secondary', 'md')}>
            {t(`strips.${medium}.action`)}
          </Link>
        </p>
      </div>
      <Content />
    </div>
  );

  function readBody(): string {
    const { models, namedIds, maxSeconds, maxResolution, maxCount } = facts;
    const named = namedIds.map((id): string => t(`kinds:kinds.${id}.title`));
    return t(`strips.${medium}.body`, {
      models,
      names: new Intl.ListFormat(i18n.language).format(named),
      length: formatSeconds(maxSeconds, i18n.language),
      resolution: maxResolution,
      images: maxCount,
    });
  }
}

const pictureNames = ['moss', 'haze', 'crimson', 'indigo'];

/** Pictures with the prompts that could produce them. */
function ImageReel() {
  const { t } = useTranslation('landing');
  return (
    <ul className="mt-6 grid grid-cols-2 gap-4 lg:grid-cols-4">
      {loops
        .filter(({ name }) => pictureNames.includes(name))
        .map(({ name, posterUrl }) => (
          <li key={name} className="group relative">
            <img
              src={posterUrl}
              alt=""
              width={320}
              height={320}
              loading="lazy"
              className="aspect-square w-full rounded-lg object-cover"
            />
            <Link
              title={t(`loops.${name}`)}
              {...kindTarget('flux-schnell')}
              search={{ prompt: t(`loops.${name}`) }}
              className="mt-2 line-clamp-2 text-sm text-ink-soft after:absolute after:inset-0 after:rounded-lg group-hover:text-ink"
            >
              {t(`loops.${name}`)}
            </Link>
          </li>
        ))}
    </ul>
  );
}

const bars = Array.from({ length: 72 }, (_, index) => ({
  x: index * 4,
  height: Math.round(28 + 60 * Math.abs(Math.sin(index * 0.37) * Math.cos(index * 0.11 + 1))),
}));

/** A drawn waveform beside the prompt of a sound. */
function SoundExample() {
  const { t } = useTranslation('landing');
  return (
    <figure className="mt-6 grid items-center gap-5 rounded-xl bg-surface p-5 sm:grid-cols-[1fr_2fr]">
      <figcaption className="text-ink-soft text-pretty">{t('strips.audio.example')}</figcaption>
      <svg
        viewBox="0 0 288 96"
        aria-hidden="true"
        className="h-24 w-full text-accent"
        preserveAspectRatio="none"
      >
        {bars.map(({ x, height }) => (
          <rect
            key={x}
            x={x}
            y={(96 - height) / 2}
            width={2.4}
            height={height}
            rx={1.2}
            fill="currentColor"
          />
        ))}
      </svg>
    </figure>
  );
}

function AnswerExample() {
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
      </dl>
    </div>
  );
}
