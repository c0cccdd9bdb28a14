import ImageIcon from 'lucide-react/icons/image';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFiles } from '#product/choice/use-files.tsx';
import { toPreviewAddress } from '#product/uploads/upload-board.ts';
import { Button } from '#ui/button.tsx';
import { FieldError, FieldLabel } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';

type PictureFieldProps = {
  name: string;
  label: string;
  url: string | null;
  error?: string | undefined;
  /** Where the picture comes from, when it is not the shot's own. */
  note?: string | undefined;
  onChange: (url: string | null) => void;
};

/** A picture of the user's own, from the library or uploaded. */
export function PictureField({ name, label, url, error, note, onChange }: PictureFieldProps) {
  const { t } = useTranslation(['film', 'cut']);
  const files = useFiles({
    label,
    accept: 'image',
    maxFiles: 1,
    onFiles: ([file]) => file && onChange(file.url),
  });
  return (
    <div className="min-w-0">
      <FieldLabel>{label}</FieldLabel>
      {url ? (
        <div className="relative w-28">
          <Picture key={url} url={url} label={label} />
          {note ? null : (
            <IconButton
              label={t('film:picture.remove', { label })}
              isSmall
              tooltipSide="right"
              onClick={() => onChange(null)}
              className="absolute! top-1 right-1 bg-surface/85 pointer-coarse:size-11"
            >
              <X size={16} aria-hidden="true" />
            </IconButton>
          )}
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" className="pointer-coarse:min-h-11" onClick={files.openLibrary}>
            <span className="sr-only">{label}: </span>
            {t('cut:add.library')}
          </Button>
          <Button size="sm" className="pointer-coarse:min-h-11" onClick={files.openUpload}>
            <span className="sr-only">{label}: </span>
            {t('cut:add.upload')}
          </Button>
        </div>
      )}
      {note ? <p className="mt-1.5 text-xs text-ink-faint">{note}</p> : null}
      {files.parts}
      <FieldError id={`film-${name}-error`} text={error} />
    </div>
  );
}

/** A picture in a box of the strip's size; its sign when it cannot be shown. */
export function Picture({ url, label }: { url: string; label: string }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className="relative grid h-18 w-28 place-items-center overflow-hidden rounded-md bg-stage text-ink-faint">
      {isBroken ? (
        <ImageIcon size={20} aria-label={label} role="img" />
      ) : (
        <img
          src={toPreviewAddress(url)}
          alt={label}
          decoding="async"
          onError={() => setBroken(true)}
          className="absolute inset-0 size-full object-contain"
        />
      )}
    </span>
  );
}
