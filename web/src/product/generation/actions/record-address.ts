import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';

declare module '@tanstack/history' {
  interface HistoryState {
    /** How many entries back the page without a record is; undefined where it is not known to be among them. */
    recordDepth?: number;
    /** The entry was pushed to show the details of the record before it. */
    isDetailsOpened?: boolean;
  }
}

/** A record that is open over the page. An image is counted from 1; of a record without images it means nothing. */
export type RecordView = { id: string; image: number; isDetails: boolean };

/** `?view=<id>`, `?view=<id>.2` for its second image, `?view=<id>.details` and `<id>.2.details` with the details open. */
export function readRecordView(text: unknown): RecordView | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  const [id = '', ...parts] = text.split('.');
  const image = Number(parts[0]);
  return {
    id,
    image: Number.isInteger(image) && image > 1 ? image : 1,
    isDetails: parts.includes('details'),
  };
}

export function writeRecordView({ id, image = 1, isDetails = false }: Partial<RecordView>): string {
  return [id, ...(image > 1 ? [image] : []), ...(isDetails ? ['details'] : [])].join('.');
}

/** The query without the records that are open, which are no fields of a form. */
export function withoutRecordView<Value>(query: Readonly<Record<string, Value>>): Record<string, Value> {
  const { view: _, compare: __, ...rest } = query;
  return rest;
}

export type RecordAddress = ReturnType<typeof useRecordAddress>;

type OpenRecord = Pick<RecordView, 'id'> & Partial<RecordView> & { compare?: string };

type RecordSearch = { view?: unknown; compare?: unknown };

/** Keeps the open record in the address, so that Back closes it and a reload or a link opens it again. */
export function useRecordAddress() {
  const router = useRouter();
  const navigate = useNavigate();
  const text = useRouterState({ select: ({ location }) => readText(location.search, 'view') });
  const compareId = useRouterState({ select: ({ location }) => readText(location.search, 'compare') });
  const view = useMemo(() => readRecordView(text), [text]);
  // Closing goes back asynchronously: a second press must not leave the page.
  const closedKey = useRef<string>(undefined);

  const go = useCallback(
    (record: OpenRecord | undefined, isReplaced: boolean, isDetailsOpened?: boolean) => {
      const { search, state } = router.state.location;
      const depth = readText(search, 'view') === undefined ? 0 : state.recordDepth;
      return void navigate({
        to: '.',
        search: (known: object) => ({
          ...known,
          view: record && writeRecordView(record),
          compare: record?.compare,
        }),
        state: isReplaced ? true : { recordDepth: depth === undefined ? depth : depth + 1, isDetailsOpened },
        hash: true,
        replace: isReplaced,
        resetScroll: false,
        hashScrollIntoView: false,
      });
    },
    [navigate, router],
  );
  const open = useCallback((record: OpenRecord) => go(record, false), [go]);
  /** Shows another record, or another image, in place of the one that is open. */
  const show = useCallback((record: OpenRecord) => go(record, true), [go]);
  /** Shows another record beside the one that is open, or none. */
  const compareWith = useCallback(
    (id: string | undefined) => view && go({ ...view, compare: id }, true),
    [go, view],
  );
  const openDetails = useCallback(() => view && go({ ...view, isDetails: true }, false, true), [go, view]);
  const closeDetails = useCallback(() => {
    if (router.state.location.state.isDetailsOpened) router.history.back();
    else if (view) go({ ...view, isDetails: false }, true);
  }, [router, go, view]);
  const close = useCallback(() => {
    const { search, state } = router.state.location;
    if (readText(search, 'view') === undefined || closedKey.current === state.__TSR_key) return;
    closedKey.current = state.__TSR_key;
    if (state.recordDepth) router.history.go(-state.recordDepth);
    else go(undefined, true);
  }, [router, go]);
  return { view, compareId, open, show, compareWith, openDetails, closeDetails, close };
}

function readText(search: RecordSearch, name: keyof RecordSearch): string | undefined {
  const text = search[name];
  return typeof text === 'string' && text !== '' ? text : undefined;
}
