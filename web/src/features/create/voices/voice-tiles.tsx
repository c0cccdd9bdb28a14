import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { FieldError } from '#ui/field.tsx';
import { useVoicePlayer, type VoicePlayer } from './use-voice-player.ts';
import { voiceSamples } from './voice-samples.build.ts';

export type Voice = {
  value: string;
  label: string;
};

type VoiceTilesProps = {
  kindId: string;
  name: string;
  label: string;
  voices: readonly Voice[];
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

/** Tiles of the closed list; a shorter list is shown whole. */
const firstCount = 6;
const longestWhole = 8;

/** Voices to choose from, each with a button that plays a sample of it. Playing one does not choose it. */
export function VoiceTiles(props: VoiceTilesProps) {
  const { kindId, name, label, voices, value, onChange, error } = props;
  const { t } = useTranslation('create');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const player = useVoicePlayer();
  const first = useFirstVoices(voices, value);
  const isWhole = voices.length <= longestWhole;
  const shown = isWhole || isOpen ? findVoices(voices, isOpen ? search : '') : first;
  const toggleList = () => {
    setOpen(!isOpen);
    setSearch('');
  };
  return (
    <fieldset
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      className="min-w-0"
    >
      <div className="flex h-9 items-center justify-between gap-3 text-xs">
        <span id={`${id}-label`} className="text-ink-faint">
          {label}
        </span>
        {isWhole ? null : (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={toggleList}
            // The button is higher than its line for a finger, and lies over the edge of the tiles.
            className="relative z-10 min-h-8 shrink-0 rounded-sm text-right text-accent-text underline-offset-4 hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          >
            {isOpen ? t('voices.fewer') : t('voices.all', { number: voices.length })}
          </button>
        )}
      </div>
      {isOpen ? <Search value={search} onChange={setSearch} /> : null}
      <div
        className={classNames(
          'grid grid-cols-2 gap-2',
          // Room for the outline of the focus, which the edge of the list would cut off.
          isOpen && '-mx-1 max-h-80 overflow-y-auto px-1 py-1',
        )}
      >
        {shown.map((voice) => (
          <Tile
            key={voice.value}
            name={name}
            voice={voice}
            player={player}
            url={voiceSamples[kindId]?.[voice.value]}
            isChecked={voice.value === value}
            onChoose={() => onChange(voice.value)}
          />
        ))}
      </div>
      {shown.length === 0 ? (
        <p role="status" className="text-sm text-ink-soft">
          {t('voices.none')}
        </p>
      ) : null}
      <FieldError id={`${id}-error`} text={error} />
      {/* biome-ignore lint/a11y/useMediaCaption: a sample says nothing that matters */}
      <audio ref={player.ref} preload="none" onPause={player.onRest} onError={player.onFailure} />
    </fieldset>
  );
}

/** The voices of the closed list: the first, with the chosen one in front when it is none of them. */
function useFirstVoices(voices: readonly Voice[], value: string): readonly Voice[] {
  const [front, setFront] = useState(value);
  const listWith = (candidate: string) => {
    const first = voices.slice(0, firstCount);
    const other = voices.find((voice) => voice.value === candidate);
    return !other || first.includes(other) ? first : [other, ...first.slice(0, -1)];
  };
  const list = listWith(front);
  // A choice among the tiles leaves them where they are; any other brings its tile.
  if (front === value || list.some((voice) => voice.value === value)) return list;
  setFront(value);
  return listWith(value);
}

/** Finds voices by their name in the language of the page, or by that of the provider. */
export function findVoices(voices: readonly Voice[], search: string): readonly Voice[] {
  const words = search.trim().toLowerCase();
  return voices.filter((voice) => `${voice.label}\n${voice.value}`.toLowerCase().includes(words));
}

function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('create');
  const keepForm = (event: KeyboardEvent) => {
    // Enter in a form submits it, which spends credits.
    if (event.key === 'Enter') event.preventDefault();
  };
  return (
    <input
      type="search"
      aria-label={t('voices.search')}
      placeholder={t('voices.search')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={keepForm}
      className="mb-1 h-10 w-full min-w-0 rounded-md border border-transparent bg-raised px-3 text-input placeholder:text-ink-faint hover:border-line-strong pointer-coarse:h-11"
    />
  );
}

type TileProps = {
  name: string;
  voice: Voice;
  /** Address of its sample, if there is one. */
  url: string | undefined;
  player: VoicePlayer;
  isChecked: boolean;
  onChoose: () => void;
};

function Tile({ name, voice: { value, label }, url, player, isChecked, onChoose }: TileProps) {
  const { t } = useTranslation('create');
  const isPlaying = player.playing === value;
  const failure = player.failed === value ? t('voices.failed') : undefined;
  // The provider's own name, where the page has a translation of it.
  const note = failure ?? (label === value ? undefined : value);
  return (
    <div
      className={classNames(
        'flex h-12 min-w-0 rounded-md border transition-colors duration-150',
        isChecked
          ? 'border-accent-text bg-accent-soft text-ink'
          : 'border-transparent bg-raised text-ink-soft hover:bg-hover hover:text-ink',
      )}
    >
      <label className="relative flex min-w-0 flex-1 items-center rounded-md pl-2.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
        <input
          type="radio"
          name={name}
          value={value}
          checked={isChecked}
          onChange={onChoose}
          className="absolute inset-0 appearance-none outline-none"
        />
        <span className="min-w-0">
          <span
            title={label}
            className={classNames(
              'text-sm leading-tight font-medium',
              note ? 'block truncate' : 'line-clamp-2',
            )}
          >
            {label}
          </span>
          {note ? (
            <span
              role={failure ? 'alert' : undefined}
              title={note}
              className={classNames(
                'block truncate text-xs',
                failure ? 'text-danger-text' : 'text-ink-faint',
              )}
            >
              {note}
            </span>
          ) : null}
        </span>
      </label>
      {url === undefined ? null : (
        <button
          type="button"
          aria-label={t(isPlaying ? 'voices.stop' : 'voices.play', { voice: label })}
          onClick={() => player.toggle(value, url)}
          className="grid w-11 shrink-0 place-items-center rounded-md text-ink-soft hover:text-ink"
        >
          {isPlaying ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
        </button>
      )}
    </div>
  );
}
