import { type Kind, kindsOf } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import { CreationPage } from '../-creation-page.tsx';

type ImagePageProps = { mode?: string; query: Readonly<Record<string, string>> };

/** The models of a mode share a page; an unknown mode shows text-to-image under the general title. */
export function ImagePage({ mode, query }: ImagePageProps) {
  const { t } = useTranslation('kinds');
  const asked = kindsOfMode(mode);
  const kinds = asked.length > 0 ? asked : kindsOfMode('text-to-image');
  const texts = asked.length > 0 ? (`kinds.${mode}` as const) : 'image';
  const [first, ...others] = kinds;
  if (!first) return null;
  return (
    <CreationPage
      key={first.menu.path}
      kinds={[first, ...others]}
      title={t(`${texts}.title`)}
      description={t(`${texts}.description`)}
      query={query}
    />
  );
}

function kindsOfMode(mode: string | undefined): Kind[] {
  return kindsOf('image').filter(({ menu }) => menu.path === `image/${mode}`);
}
