import type { PublicGeneration } from '@atelier/contract';
import Tag from 'lucide-react/icons/tag';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatCredits } from '#lib/format.ts';
import { CopyText } from '#product/copyable.tsx';
import { FactTable } from '#product/generation/facts.tsx';
import { hasShownResult } from '#product/generation/outputs.ts';
import { readKept, writeKept } from '#product/kept/kept.ts';
import { useProjects } from '#product/projects/projects.ts';
import { ReceiptSection } from '#product/receipt/receipt.tsx';
import { Button } from '#ui/button.tsx';
import { Collapsible } from '#ui/collapsible.tsx';
import { AltTextSection, isDescribable } from './alt-text-section.tsx';
import { useFileFacts, useParameterFacts } from './generation-facts.ts';
import { AdjustmentList, InputFiles, TagList } from './generation-sections.tsx';
import { LineagePictures, LineageSection } from './lineage-section.tsx';

type PanelFoldsProps = {
  generation: PublicGeneration;
  onOpen: (id: string) => void;
  onTag: () => void;
};

/** Everything else that is known, folded: what was opened stays open for the works that follow. */
export function PanelFolds({ generation, onOpen, onTag }: PanelFoldsProps) {
  const { t, i18n } = useTranslation(['viewer', 'history']);
  const project = useProjects().find(({ id }) => id === generation.project_id)?.name;
  const settings = useParameterFacts(generation).filter(({ value }) => value !== generation.prompt);
  const negative = generation.negative_prompt;
  const bytes = generation.outputs[0]?.bytes;
  return (
    <div className="border-t border-line pt-2">
      <Fold
        name="lineage"
        aside={<LineagePictures generation={generation} />}
        render={() => (
          <>
            <LineageSection generation={generation} onOpen={onOpen} />
            <InputFiles generation={generation} />
          </>
        )}
      />
      <Fold
        name="tags"
        aside={[generation.tags.join(', '), project].filter(Boolean).join(' · ')}
        render={() => (
          <>
            <TagList tags={generation.tags} />
            {hasShownResult(generation) ? (
              <Button size="sm" className="justify-self-start pointer-coarse:min-h-11" onClick={onTag}>
                <Tag size={16} aria-hidden="true" />
                {t('viewer:tags')}
              </Button>
            ) : null}
          </>
        )}
      />
      {isDescribable(generation) ? (
        <Fold
          name="altText"
          aside={generation.alt_text ?? ''}
          render={() => <AltTextSection generation={generation} />}
        />
      ) : null}
      <Fold
        name="settings"
        aside={String(settings.length)}
        render={() => (
          <>
            {negative === '' ? null : (
              <section>
                <h5 className="text-sm font-medium text-ink">{t('history:details.negativePrompt')}</h5>
                <p dir="auto" className="text-sm text-ink-soft wrap-anywhere">
                  {negative}
                </p>
              </section>
            )}
            <FactTable facts={settings} />
            <AdjustmentList generation={generation} />
          </>
        )}
      />
      <Fold
        name="receipt"
        aside={formatCredits(generation.credits.settled, i18n.language)}
        render={() => <ReceiptSection generationId={generation.id} revision={generation.revision} />}
      />
      <Fold
        name="file"
        aside={bytes ? formatBytes(bytes, i18n.language) : ''}
        render={() => <FileFacts generation={generation} />}
      />
    </div>
  );
}

/** Enough characters of a request id to recognize it. */
const shownIdLength = 8;

function FileFacts({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('viewer');
  const file = useFileFacts(generation);
  return (
    <>
      {file.length > 0 ? <FactTable facts={file} /> : null}
      <div className="flex items-center gap-2">
        <code title={generation.id} className="min-w-0 flex-1 truncate font-mono text-xs text-ink-soft">
          {generation.id}
        </code>
        <CopyText text={generation.id} label={t('copyId')} />
      </div>
      <div className="flex items-center gap-2 text-xs text-ink-soft">
        {t('request')}
        <code className="flex-1 font-mono">{generation.request_id.slice(-shownIdLength)}</code>
        <CopyText text={generation.request_id} label={t('copyRequest')} />
      </div>
    </>
  );
}

type FoldName = 'lineage' | 'tags' | 'altText' | 'settings' | 'receipt' | 'file';

type FoldProps = {
  name: FoldName;
  /** The gist of what is folded, at the other end of its title. */
  aside: ReactNode;
  render: () => ReactNode;
};

function Fold({ name, aside, render }: FoldProps) {
  const { t } = useTranslation('viewer');
  const [wasOpen] = useState(() => readOpen().includes(name));
  const [isOpen, setOpen] = useState(wasOpen);
  const keep = (isNow: boolean) => {
    setOpen(isNow);
    const others = readOpen().filter((each) => each !== name);
    writeKept('folds', isNow ? [...others, name] : others);
  };
  return (
    <Collapsible
      opensWhen={wasOpen}
      onToggle={keep}
      title={
        <>
          <span className="shrink-0">{t(`folds.${name}`)}</span>
          <span
            title={typeof aside === 'string' ? aside : undefined}
            className="flex min-w-0 flex-1 items-center justify-end gap-1 text-right font-normal text-ink-faint"
          >
            {typeof aside === 'string' ? <span className="truncate">{aside}</span> : aside}
          </span>
        </>
      }
    >
      {isOpen ? <div className="grid grid-cols-1 gap-4 pb-4 pl-6">{render()}</div> : null}
    </Collapsible>
  );
}

function readOpen(): readonly string[] {
  return readKept('folds') ?? [];
}
