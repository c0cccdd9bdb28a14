import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The entry was pushed to open a record, so the entry before it is the page without it. */
    isRecordOpened?: boolean;
  }
}

/** A record that is open over the page. An image is counted from 1; of a record without images it means nothing. */
export type RecordView = { id: string; image: number; isDetails: boolean };

/** `?view=<id>`, `?view=<id>.2` for its second image, `?view=<id>.details`. */
export function readRecordView(text: unknown): RecordView | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  const [id = '', part] = text.split('.');
  const image = Number(part);
  return { id, image: Number.isInteger(image) && image > 1 ? image : 1, isDetails: part === 'details' };
}

export function writeRecordView({ id, image = 1, isDetails = false }: Partial<RecordView>): string {
  if (isDetails) return `${id}.details`;
  return image > 1 ? `${id}.${image}` : `${id}`;
}

/** The query without the record that is open, which is no field of a form. */
export function withoutRecordView<Value>(query: Readonly<Record<string, Value>>): Record<string, Value> {
  const { view: _, ...rest } = query;
  return rest;
}

type OpenRecord = Pick<RecordView, 'id'> & Partial<RecordView>;

/** Which record is open over the page: in the address, so that Back closes it and a reload or a link opens it again. */
export function useRecordAddress() {
  const router = useRouter();
  const navigate = useNavigate();
  const text = useRouterState({ select: ({ location }) => readView(location.search) });
  const view = useMemo(() => readRecordView(text), [text]);
  // Closing goes back asynchronously: a second press must not leave the page.
  const closedKey = useRef<string>(undefined);

  const go = useCallback(
    (record: OpenRecord | undefined, isReplaced: boolean) =>
      void navigate({
        to: '.',
        search: (known: object) => ({ ...known, view: record && writeRecordView(record) }),
        state: isReplaced ? true : { isRecordOpened: true },
        hash: true,
        replace: isReplaced,
        resetScroll: false,
        hashScrollIntoView: false,
      }),
    [navigate],
  );
  const open = useCallback((record: OpenRecord) => go(record, false), [go]);
  /** Shows another record, or another image, in place of the one that is open. */
  const show = useCallback((record: OpenRecord) => go(record, true), [go]);
  const close = useCallback(() => {
    const { search, state } = router.state.location;
    if (readView(search) === undefined || closedKey.current === state.__TSR_key) return;
    closedKey.current = state.__TSR_key;
    if (state.isRecordOpened) router.history.back();
    else go(undefined, true);
  }, [router, go]);
  return { view, open, show, close };
}

function readView(search: { view?: unknown }): string | undefined {
  return typeof search.view === 'string' && search.view !== '' ? search.view : undefined;
}
