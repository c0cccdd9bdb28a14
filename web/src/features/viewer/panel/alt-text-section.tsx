import { maxAltTextLength, type PublicGeneration } from '@atelier/contract';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAfterRender } from '#lib/use-after-render.ts';
import { readAltText } from '#product/generation/alt-text.ts';
import { markGenerations } from '#product/generation/store/mark-generations.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';

type AltTextSectionProps = { generation: PublicGeneration };

/** The words that describe a result to those who do not see it, which its owner can change. */
export function AltTextSection({ generation }: AltTextSectionProps) {
  const { t } = useTranslation('viewer');
  const [isEditing, setEditing] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  const runAfterRender = useAfterRender();
  /** The focus goes from the button to the field, and back. */
  const edit = (next: boolean) => {
    setEditing(next);
    runAfterRender(() => ref.current?.querySelector<HTMLElement>('textarea, button')?.focus());
  };
  return (
    <div ref={ref} className="grid gap-2">
      {isEditing ? (
        <AltTextForm generation={generation} onClose={() => edit(false)} />
      ) : (
        <>
          <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
            {readAltText(generation)}
          </p>
          <Button size="sm" className="justify-self-start" onClick={() => edit(true)}>
            {t('altText.edit')}
          </Button>
        </>
      )}
      <p className="text-xs text-ink-faint">{t('altText.use')}</p>
    </div>
  );
}

/** An answer is text already. */
export function isDescribable({ outputs }: PublicGeneration): boolean {
  return outputs.some(({ text }) => text === null);
}

function AltTextForm({ generation, onClose }: AltTextSectionProps & { onClose: () => void }) {
  const { t } = useTranslation('viewer');
  const [text, setText] = useState(generation.alt_text ?? '');
  const [isSaving, setSaving] = useState(false);
  const isTooLong = text.trim().length > maxAltTextLength;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isTooLong || isSaving) return;
    setSaving(true);
    const marked = await markGenerations([generation.id], { altText: text });
    setSaving(false);
    if (marked) onClose();
  };
  return (
    <form onSubmit={save} className="grid gap-2">
      <TextArea
        name="alt-text"
        label={t('folds.altText')}
        value={text}
        onChange={setText}
        rows={3}
        count={text.trim().length}
        maxCount={maxAltTextLength}
        placeholder={generation.prompt}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" disabled={isTooLong} aria-busy={isSaving}>
          {t('altText.save')}
        </Button>
        <Button size="sm" onClick={onClose}>
          {t('altText.cancel')}
        </Button>
      </div>
    </form>
  );
}
