import { type Kind, type KindInput, timeSlice } from '@atelier/catalog';
import { useQuery } from '@tanstack/react-query';
import { request } from '#lib/api/request.ts';
import { queryClient } from '#lib/query-client.ts';

/** The server itself keeps it for half as long. */
const freshMs = 60_000;

/** How all kinds have done lately; read again every minute while it is shown. */
export function useModelStatus() {
  return useQuery(
    {
      queryKey: ['model-status'],
      queryFn: ({ signal }) => request('GET /api/status', { signal }),
      staleTime: freshMs,
      refetchInterval: freshMs,
    },
    queryClient,
  );
}

/** Factors of the guess until the server has replied: those of a kind that has never completed. */
const unknownFactors = { typical: 1, most: 1.7 };

/** Seconds from the start to the result: half of all with these settings end within `typical`, nine of ten within `most`. */
export function useExpectedTime(): (guess: Guess) => { typical: number; most: number } {
  const { data } = useModelStatus();
  return ({ id, expectedSeconds, timeSlice: slice }) => {
    const expected = data?.kinds.find((kind) => kind.id === id)?.expected;
    const factors = expected?.slices.find((known) => known.slice === slice) ?? expected ?? unknownFactors;
    const wait = expected?.wait_seconds ?? 0;
    return { typical: expectedSeconds * factors.typical + wait, most: expectedSeconds * factors.most + wait };
  };
}

/** The catalog's guess for an input of a kind, and a key of the settings it depends on. */
type Guess = { id: string; expectedSeconds: number; timeSlice: string };

export function guessFor(kind: Kind, input: KindInput): Guess {
  return { id: kind.id, expectedSeconds: kind.expectedSeconds(input), timeSlice: timeSlice(input) };
}
