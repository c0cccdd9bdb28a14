import { Link } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useTranslation } from 'react-i18next';
import { DreamySunset } from './scenes/dreamy-sunset.tsx';
import { MoonlitBeach } from './scenes/moonlit-beach.tsx';
import { SpaceNebula } from './scenes/space-nebula.tsx';
import { UrbanRooftop } from './scenes/urban-rooftop.tsx';

const scenes = {
  'dreamy-sunset': DreamySunset,
  'moonlit-beach': MoonlitBeach,
  'space-nebula': SpaceNebula,
  'urban-rooftop': UrbanRooftop,
};

type SceneId = keyof typeof scenes;
const sceneIds = Object.keys(scenes) as SceneId[];

export function SampleGallery() {
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

/** A drawing and a prompt that could produce it; the whole card is a link to the form with that prompt. */
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

/**
 * A 16:9 drawing that covers its box. The ids of its gradients are global to the document, so a page can show each
 * scene only once.
 */
function Scene({ id, className }: { id: SceneId; className?: string }) {
  const Drawing = scenes[id];
  return (
    <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className={className}>
      <Drawing />
    </svg>
  );
}
