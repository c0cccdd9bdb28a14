import { Link } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useTranslation } from 'react-i18next';
import { drawings } from './drawings.build.ts';

/** Drawings of the sample prompts. */
export function SampleGallery() {
  return (
    <ul className="mt-6 grid gap-x-5 gap-y-8 sm:grid-cols-2 xl:grid-cols-4">
      {drawings.map(({ id, url }) => (
        <li key={id}>
          <SampleCard id={id} url={url} />
        </li>
      ))}
    </ul>
  );
}

/** A drawing and a prompt that could produce it; the whole card is a link to the form with that prompt. */
function SampleCard({ id, url }: { id: string; url: string }) {
  const { t } = useTranslation('samples');
  const prompt: string = t(`${id}.prompt`);
  return (
    <article className="group relative">
      <div className="overflow-hidden rounded-xl bg-stage">
        <img
          src={url}
          alt=""
          loading="lazy"
          width={1280}
          height={720}
          className="block aspect-video w-full transition-transform duration-700 ease-calm group-hover:scale-[1.03]"
        />
      </div>
      <h3 className="mt-3 flex items-center gap-2 font-medium">
        <Link
          to="/creator/video/{-$type}"
          params={{ type: 'text-to-video' }}
          search={{ prompt }}
          className="after:absolute after:inset-0 after:rounded-xl group-hover:text-accent-text"
        >
          {t(`${id}.title`)}
        </Link>
        <ArrowRight
          size={16}
          aria-hidden="true"
          className="text-ink-faint transition-transform duration-150 group-hover:translate-x-1"
        />
      </h3>
      <p title={prompt} className="mt-1 line-clamp-3 text-sm text-ink-soft text-pretty">
        {prompt}
      </p>
    </article>
  );
}
