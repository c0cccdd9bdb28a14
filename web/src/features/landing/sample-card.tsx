import { Link } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useTranslation } from 'react-i18next';
import { Scene, type SceneId } from './scene.tsx';

/** A drawn frame with the prompt that could make it; the whole card opens the form with that prompt. */
export function SampleCard({ id }: { id: SceneId }) {
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
