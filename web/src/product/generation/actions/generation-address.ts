import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';

declare module '@tanstack/history' {
  interface HistoryState {
    /** How many entries back the page without a generation is; undefined where it is not known to be among them. */
    generationDepth?: number;
    /** The entry was pushed to show a sheet of the generation before it. */
    isSheetOpened?: boolean;
  }
}

/** A generation that is open over the page. An image is counted from 1; of a generation without images it means nothing. */
export type GenerationView = { id: string; image: number; isDetails: boolean; sheet?: Sheet | undefined };

/** A sheet over the viewer of a phone: the next steps, or everything else. */
export type Sheet = (typeof sheets)[number];

const sheets = ['next', 'more'] as const;

/** `?view=<id>`, `<id>.2` for its second image, `<id>.details` with the details open, `<id>.2.more` with a sheet. */
export function readGenerationView(text: unknown): GenerationView | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  const [id = '', ...parts] = text.split('.');
  const image = Number(parts[0]);
  return {
    id,
    image: Number.isInteger(image) && image > 1 ? image : 1,
    isDetails: parts.includes('details'),
    sheet: sheets.find((each) => parts.includes(each)),
  };
}

export function writeGenerationView({
  id,
  image = 1,
  isDetails = false,
  sheet,
}: Partial<GenerationView>): string {
  return [id, image > 1 && image, isDetails && 'details', sheet].filter(Boolean).join('.');
}

/** The query without the generations that are open, which are no fields of a form. */
export function withoutGenerationView<Value>(query: Readonly<Record<string, Value>>): Record<string, Value> {
  const { view: _, compare: __, ...rest } = query;
  return rest;
}

export type GenerationAddress = ReturnType<typeof useGenerationAddress>;

type OpenGeneration = Pick<GenerationView, 'id'> & Partial<GenerationView> & { compare?: string };

type GenerationSearch = { view?: unknown; compare?: unknown };

/** Keeps the open generation in the address, so that Back closes it and a reload or a link opens it again. */
export function useGenerationAddress() {
  const router = useRouter();
  const navigate = useNavigate();
  const text = useRouterState({ select: ({ location }) => readText(location.search, 'view') });
  const compareId = useRouterState({ select: ({ location }) => readText(location.search, 'compare') });
  const view = useMemo(() => readGenerationView(text), [text]);
  // Closing goes back asynchronously: a second press must not leave the page.
  const closedKey = useRef<string>(undefined);

  const go = useCallback(
    (generation: OpenGeneration | undefined, isReplaced: boolean, isSheetOpened?: boolean) => {
      const { search, state } = router.state.location;
      const depth = readText(search, 'view') === undefined ? 0 : state.generationDepth;
      return void navigate({
        to: '.',
        search: (known: object) => ({
          ...known,
          view: generation && writeGenerationView(generation),
          compare: generation?.compare,
        }),
        state: isReplaced
          ? true
          : { generationDepth: depth === undefined ? depth : depth + 1, isSheetOpened },
        hash: true,
        replace: isReplaced,
        resetScroll: false,
        hashScrollIntoView: false,
      });
    },
    [navigate, router],
  );
  const open = useCallback((generation: OpenGeneration) => go(generation, false), [go]);
  /** Shows another generation, or another image, in place of the one that is open. */
  const show = useCallback((generation: OpenGeneration) => go(generation, true), [go]);
  /** Shows another generation beside the one that is open, or none. */
  const compareWith = useCallback(
    (id: string | undefined) => view && go({ ...view, sheet: undefined, compare: id }, true),
    [go, view],
  );
  const openSheet = useCallback(
    (sheet: Sheet) => view && go({ ...view, sheet }, view.sheet !== undefined, true),
    [go, view],
  );
  const closeSheet = useCallback(() => {
    if (router.state.location.state.isSheetOpened) router.history.back();
    else if (view) go({ ...view, sheet: undefined }, true);
  }, [router, go, view]);
  const close = useCallback(() => {
    const { search, state } = router.state.location;
    if (readText(search, 'view') === undefined || closedKey.current === state.__TSR_key) return;
    closedKey.current = state.__TSR_key;
    if (state.generationDepth) router.history.go(-state.generationDepth);
    else go(undefined, true);
  }, [router, go]);
  return { view, compareId, open, show, compareWith, openSheet, closeSheet, close };
}

function readText(search: GenerationSearch, name: keyof GenerationSearch): string | undefined {
  const text = search[name];
  return typeof text === 'string' && text !== '' ? text : undefined;
}
