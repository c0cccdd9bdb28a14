import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { type Fact, FactTable } from '#product/generation/facts.tsx';
import type { Credentials, Manifest, Parent } from '#product/provenance/credentials.ts';
import { openRecipe } from '#product/provenance/recipe-dialog.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { MediaThumb } from '#ui/media-thumb.tsx';
import { Outcome, type Tone } from './outcome.tsx';

const tones = {
  none: 'neutral',
  unreadable: 'danger',
  altered: 'danger',
  valid: 'ok',
} as const satisfies Record<Credentials['state'], Tone>;

type CredentialsViewProps = { file: File; credentials: Credentials };

/** Content credentials of a file, and how far they can be trusted. */
export function CredentialsView({ file, credentials }: CredentialsViewProps) {
  const { t } = useTranslation('provenance');
  const { state } = credentials;
  return (
    <>
      <Outcome tone={tones[state]} title={t(`states.${state}.title`)} text={t(`states.${state}.text`)} />
      {'manifest' in credentials ? (
        <>
          <div className="mt-6 grid gap-6 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <Preview file={file} />
            <ManifestFacts manifest={credentials.manifest} />
          </div>
          <p className="mt-4 text-sm text-ink-soft text-pretty">
            {t(`certificate.${nameSigner(credentials.manifest)}`, {
              issuer: credentials.manifest.issuer ?? t('unnamed'),
            })}
          </p>
          <RecipeOffer name={file.name} manifest={credentials.manifest} />
          <Parents parents={credentials.manifest.parents} />
        </>
      ) : null}
    </>
  );
}

/** Message key for the certificate. */
function nameSigner({ isFromHere }: Manifest): 'here' | 'other' | 'unknown' {
  return isFromHere === null ? 'unknown' : isFromHere ? 'here' : 'other';
}

/** Shows the file itself. The box is empty for what browsers do not show. */
function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  const medium = /^(image|video)\//.exec(file.type)?.[1] as 'image' | 'video' | undefined;
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <div className="relative aspect-square overflow-hidden rounded-lg bg-stage max-w-40">
      {url && medium ? (
        <MediaThumb key={url} src={url} kind={medium} label={file.name} fallback={file.name} />
      ) : null}
    </div>
  );
}

function ManifestFacts({ manifest, isParent = false }: { manifest: Manifest; isParent?: boolean }) {
  const facts = useManifestFacts(manifest);
  // Facts of a parent leave out codes, which only programs compare.
  return <FactTable facts={isParent ? facts.filter(({ isCode }) => !isCode) : facts} />;
}

function useManifestFacts({ made, issuer, generator, signedAt, isAiMade }: Manifest): Fact[] {
  const { t, i18n } = useTranslation(['provenance', 'kinds']);
  const date = (iso: string) => formatDate(iso, i18n.language);
  const kindTitle = (id: string) => t(`kinds:kinds.${id}.title`, { defaultValue: id });
  return [
    ...(isAiMade ? [{ label: t('facts.source'), value: t('facts.ai') }] : []),
    ...(made
      ? [
          { label: t('facts.kind'), value: kindTitle(made.kind) },
          ...(made.stood_in_for
            ? [{ label: t('facts.stoodInFor'), value: kindTitle(made.stood_in_for) }]
            : []),
          { label: t('facts.endpoint'), value: made.endpoint, isCode: true },
          { label: t('facts.madeAt'), value: date(made.made_at) },
        ]
      : []),
    { label: t('facts.issuer'), value: issuer ?? t('unnamed') },
    ...(generator ? [{ label: t('facts.generator'), value: generator }] : []),
    ...(signedAt ? [{ label: t('facts.signedAt'), value: date(signedAt) }] : []),
    ...(made ? [{ label: t('facts.request'), value: made.request_sha256, isCode: true }] : []),
  ];
}

function RecipeOffer({ name, manifest: { recipe, issuer } }: { name: string; manifest: Manifest }) {
  const { t } = useTranslation('provenance');
  if (!recipe) return null;
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-sm text-ink-soft">{t('carries')}</p>
      <Button size="sm" onClick={() => void openRecipe(name, { recipe, issuer }, {})}>
        {t('showSettings')}
      </Button>
    </div>
  );
}

function Parents({ parents }: { parents: readonly Parent[] }) {
  const { t } = useTranslation('provenance');
  if (parents.length === 0) return null;
  return (
    <section aria-labelledby="parents" className="mt-8">
      <h3 id="parents" className="font-medium">
        {t('parents.title')}
      </h3>
      <ParentList parents={parents} />
    </section>
  );
}

function ParentList({ parents }: { parents: readonly Parent[] }) {
  const { t } = useTranslation('provenance');
  return (
    <ul className="mt-3 grid gap-4 border-l-2 border-line pl-4">
      {parents.map(({ title, isAltered, manifest }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and titles repeat
        <li key={index}>
          <p className="flex flex-wrap items-center gap-2">
            <span dir="auto" className="wrap-anywhere">
              {title ?? t('parents.untitled')}
            </span>
            {isAltered ? <Badge tone="danger">{t('parents.altered')}</Badge> : null}
            {manifest ? null : <Badge>{t('parents.none')}</Badge>}
          </p>
          {manifest ? (
            <div className="mt-2 max-w-md">
              <ManifestFacts manifest={manifest} isParent />
            </div>
          ) : null}
          {manifest && manifest.parents.length > 0 ? <ParentList parents={manifest.parents} /> : null}
        </li>
      ))}
    </ul>
  );
}
