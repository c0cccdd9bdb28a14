import { type CutPlan, cutSoundModes } from '@atelier/catalog/cuts';
import AudioLines from 'lucide-react/icons/audio-lines';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { useFiles } from '#product/choice/use-files.tsx';
import { Button } from '#ui/button.tsx';
import { CompactSelect } from '#ui/compact-select.tsx';
import { FieldError, FieldLabel } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { VolumeField } from './volume-field.tsx';

type CutSound = NonNullable<CutPlan['sound']>;

type SoundFieldProps = {
  sound: CutSound | null;
  onChange: (sound: CutSound | null) => void;
  errors?: Partial<Record<string, string>>;
};

/** One sound over a whole cut or film: of a sound or a video. The page has to have loaded `cut`. */
export function SoundField({ sound, onChange, errors = {} }: SoundFieldProps) {
  const { t } = useTranslation('cut');
  const files = useFiles({
    label: t('sound.title'),
    accept: 'audio-or-video',
    maxFiles: 1,
    onFiles: ([file]) => file && onChange({ url: file.url, mode: 'replace', volume: 1 }),
  });
  return (
    <div>
      <FieldLabel>{t('sound.title')}</FieldLabel>
      {sound ? (
        <div className="grid grid-cols-1 gap-4">
          <p className="flex items-center gap-2 rounded-md bg-raised px-3 text-sm">
            <AudioLines size={16} aria-hidden="true" />
            <span className="min-w-0 flex-1 truncate" title={t('sound.added')}>
              {t('sound.added')}
            </span>
            <IconButton
              label={t('sound.remove')}
              tooltipSide="above-end"
              onClick={() => onChange(null)}
              className="pointer-coarse:size-11"
            >
              <X size={16} aria-hidden="true" />
            </IconButton>
          </p>
          <CompactSelect
            name="mode"
            label={t('sound.mode')}
            value={sound.mode}
            error={errors['sound.mode']}
            options={cutSoundModes.map((value) => ({ value, label: t(`sound.${value}`) }))}
            onChange={(mode) => onChange({ ...sound, mode: mode === 'add' ? 'add' : 'replace' })}
          />
          <VolumeField
            name="sound_volume"
            label={t('sound.volume')}
            volume={sound.volume}
            onChange={(volume) => onChange({ ...sound, volume })}
          />
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" className="pointer-coarse:min-h-11" onClick={files.openLibrary}>
            {t('add.library')}
          </Button>
          <Button size="sm" className="pointer-coarse:min-h-11" onClick={files.openUpload}>
            {t('add.upload')}
          </Button>
        </div>
      )}
      {files.parts}
      <FieldError id="cut-sound-error" text={errors.sound ?? errors['sound.url']} />
    </div>
  );
}
