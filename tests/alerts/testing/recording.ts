import { parseSeriesName, type Series } from './promql/series.ts';

export type Recording = {
  target: { job: string; instance: string };
  /** Metrics as the process wrote them; undefined when it did not answer. */
  text: string | undefined;
};

/** The series that Prometheus would have after it had scraped the same once a minute for so long. */
export function listSeries(recordings: readonly Recording[], { minutes }: { minutes: number }): Series[] {
  const listSamples = (value: number) =>
    Array.from({ length: minutes + 1 }, (_, minute) => ({ timeMs: minute * 60_000, value }));
  return recordings.flatMap(({ target, text }) => {
    const up = { name: 'up', labels: { ...target }, samples: listSamples(text === undefined ? 0 : 1) };
    const lines = (text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return [
      up,
      ...lines.map((line) => {
        const [, series = '', value = ''] = /^(.+) (\S+)$/.exec(line) ?? [];
        const { name, labels } = parseSeriesName(series);
        return { name, labels: { ...labels, ...target }, samples: listSamples(readNumber(value)) };
      }),
    ];
  });
}

function readNumber(text: string): number {
  if (/^nan$/i.test(text)) return Number.NaN;
  const value = Number(text.replace(/^([-+]?)Inf$/, '$1Infinity'));
  if (Number.isNaN(value)) throw new Error(`No value: ${text}`);
  return value;
}
