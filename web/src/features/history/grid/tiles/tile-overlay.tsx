import type { PublicGeneration } from '@atelier/contract';
import AudioLines from 'lucide-react/icons/audio-lines';
import Clapperboard from 'lucide-react/icons/clapperboard';
import ImageUpscale from 'lucide-react/icons/image-upscale';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findGoal, listActs } from '#product/acts/list-acts.ts';
import { LinkAction } from '#product/generation/actions/actions.tsx';
import { FavoriteButton } from '#product/generation/actions/favorite-button.tsx';
import { modelName } from '#product/generation/model-name.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import { shownCredits } from '#product/generation/shown-credits.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { isHeard, isText } from '#product/media-facts.build.ts';
import { kindTarget } from '#product/navigation/kind-target.ts';
import { classNames } from '#ui/class-names.ts';
import { RowActions } from '../../list/row-actions.tsx';

/** Actions of the tiles of a grid; the same object as long as the grid is open. */
export type TileActions = {
  onOpen: (generation: PublicGeneration) => void;
  /** `isRange`: everything from the one that was toggled before. */
  onToggle: (generation: PublicGeneration, place: number, isRange: boolean) => void;
  onDelete: (generation: PublicGeneration) => void;
  onChanged: () => void;
};

type TileOverlayProps = {
  prompt: string;
  generation: PublicGeneration;
  isRoomy: boolean;
  heightPx: number;
  actions: TileActions;
};

/** A lower tile has room for one line above its actions. */
const twoLinesPx = 116;

/**
 * Prompt, facts and actions over a tile while it is pointed at or focused. An action is named in place of the facts, with
 * its price.
 */
export function TileOverlay({ prompt, generation, isRoomy, heightPx, actions }: TileOverlayProps) {
  const { t } = useTranslation(['history', 'preview']);
  const [action, setAction] = useState<string>();
  const { medium, model } = generation;
  const credits = shownCredits(generation);
  const facts = [modelName(model), ...(credits === undefined ? [] : [t('credits', { count: credits })])];
  const isLow = isHeard[medium] && isRoomy && heightPx < twoLinesPx;
  const line = action ?? (isLow ? prompt : facts.join(' · '));
  const nameAction = ({ target }: SyntheticEvent) => {
    const control = (target as Element).closest('a, button');
    setAction(control ? control.textContent || t('preview:favorite.on') : undefined);
  };
  const endAction = () => setAction(undefined);
  return (
    <div
      className={classNames(
        'scheme-dark pointer-events-none absolute inset-0 z-20 flex flex-col p-2.5',
        // The overlay of a sound replaces the prompt of its tile, beside the button that plays.
        isHeard[medium] ? 'justify-center bg-stage pl-14' : 'tile-overlay justify-end',
      )}
    >
      {isLow || isText[medium] ? null : (
        <p
          title={prompt}
          aria-hidden="true"
          dir="auto"
          className="line-clamp-2 text-sm font-medium text-ink wrap-anywhere"
        >
          {prompt}
        </p>
      )}
      {isRoomy ? (
        <>
          <p title={line} className="truncate text-xs text-ink-soft">
            {line}
          </p>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the actions in it are controls, and it names them */}
          <div
            className="pointer-events-auto mt-1 -ml-1 flex w-fit flex-wrap"
            onPointerOver={nameAction}
            onPointerLeave={endAction}
            onFocus={nameAction}
            onBlur={endAction}
          >
            <FavoriteButton generation={generation} className="size-8!" onChanged={actions.onChanged} />
            <NextStep generation={generation} />
            <RowActions generation={generation} onDelete={() => actions.onDelete(generation)} isIcon />
          </div>
        </>
      ) : null}
    </div>
  );
}

const icons = { sound: AudioLines, animate: Clapperboard, upscale: ImageUpscale } as const;

/** The likeliest next step with a result whose form takes its file. */
function NextStep({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation(['preview', 'history']);
  useKindClosures();
  const [output] = shownOutputs(generation);
  const id = listActs(generation, output).find((act): act is keyof typeof icons => act in icons);
  const goal = output && id && findGoal(id, output);
  if (!goal) return null;
  const { kindId, field, settings, credits } = goal;
  const price = t('history:credits', { count: credits });
  return (
    <LinkAction
      isIcon
      Icon={icons[id]}
      label={`${t(`preview:acts.${id}`)} · ${price}`}
      target={{ ...kindTarget(kindId), search: { ...settings, [field]: output.url } }}
    />
  );
}
