import { useNavigate } from '@tanstack/react-router';
import { type Dispatch, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newRequestId } from '#lib/new-request-id.ts';
import { readKept, writeKept } from '#product/kept/kept.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import type { BenchSource } from '#product/playback/bench-clip.ts';
import { chooseMoment } from '#product/playback/clip-times.ts';
import { Playback } from '#product/playback/playback.ts';
import { showToast } from '#ui/show-toast.ts';
import { readDraft, toDraft } from './bench-draft.ts';
import { type Bench, type BenchAction, reduceBench } from './bench-state.ts';
import { loadEarlier, loadWorks, partSources } from './load-sources.ts';

export type CutSearch = {
  /** Ids of the works to begin with, separated by commas. */
  works?: string;
  /** Id of an earlier cut to change. */
  again?: string;
};

export type BenchParts = { bench: Bench; dispatch: Dispatch<BenchAction>; playback: Playback };

/** The bench of this account, which outlives the page, and its preview. */
export function useBench(): BenchParts {
  const [bench, dispatch] = useReducer(reduceBench, undefined, () => readDraft(readKept('cut')));
  const [playback] = useState(() => new Playback());
  useEffect(() => writeKept('cut', toDraft(bench)), [bench]);
  useShownClip({ bench, dispatch, playback });
  return { bench, dispatch, playback };
}

/** Keeps the chosen clip and the shown one the same: a choice moves the preview, and playing on moves the choice. */
function useShownClip({ bench, dispatch, playback }: BenchParts): void {
  const { cut, selectedId } = bench;
  const before = useRef(cut.clips);
  useEffect(() => {
    const moment = chooseMoment(before.current, cut.clips, { selectedId, moment: playback.moment.get() });
    before.current = cut.clips;
    playback.take(cut, moment);
  }, [cut, selectedId, playback]);
  const follow = useEffectEvent(() => {
    const clip = cut.clips[playback.clipIndex.get()];
    if (clip) dispatch({ do: 'select', id: clip.id });
  });
  useEffect(() => playback.clipIndex.subscribe(() => follow()), [playback]);
  useEffect(() => () => playback.pause(), [playback]);
}

/** Puts the works of the address on the bench, or an earlier cut, once; the address is plain afterwards. */
export function useOpened({ works, again }: CutSearch, dispatch: Dispatch<BenchAction>): boolean {
  const showLeftOut = useLeftOut();
  const navigate = useNavigate();
  const ids = works?.split(',').filter(Boolean) ?? [];
  const [isLoading, setLoading] = useState(ids.length > 0 || again !== undefined);
  const open = useEffectEvent(async (isCurrent: () => boolean) => {
    if (again === undefined && ids.length === 0) return;
    setLoading(true);
    try {
      const opened =
        again === undefined ? { cut: undefined, sources: await loadWorks(ids) } : await loadEarlier(again);
      if (!isCurrent()) return;
      const found = opened?.sources ?? [];
      const parts = partSources(found);
      if (opened?.cut) dispatch({ do: 'load', cut: opened.cut, sources: found });
      else if (opened) dispatch(toAddAction(parts.sources, { isFresh: true }));
      showLeftOut({ ...parts, missingCount: opened ? ids.length - found.length : 1 });
    } catch (error) {
      if (isCurrent()) showErrorToast(error);
    } finally {
      if (isCurrent()) {
        setLoading(false);
        void navigate({ to: '/creator/cut', search: {}, replace: true });
      }
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is opened, too
  useEffect(() => {
    let isCurrent = true;
    void open(() => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [works, again]);
  return isLoading;
}

type LeftOut = ReturnType<typeof partSources> & { missingCount: number };

/** Returns the function that says which files are not on the bench, and why. */
export function useLeftOut(): (leftOut: LeftOut) => void {
  const { t } = useTranslation('cut');
  return ({ isOfSounds, others, missingCount }) => {
    if (missingCount > 0) showToast(t('open.missing', { count: missingCount }), { tone: 'error' });
    if (others.length > 0)
      showToast(t(isOfSounds ? 'open.videosLeft' : 'open.soundsLeft', { count: others.length }), {
        tone: 'error',
      });
  };
}

export function toAddAction(sources: readonly BenchSource[], { isFresh = false } = {}): BenchAction {
  return { do: 'add', sources, ids: sources.map(() => newRequestId()), isFresh };
}
