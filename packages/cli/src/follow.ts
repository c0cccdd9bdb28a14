import { type Atelier, type Generation, isRunning } from '@atelier/client';
import type { Context } from './command.ts';
import type { ExitName } from './exit-error.ts';
import type { Terminal } from './terminal.ts';

type Followed = { generations: Generation[]; exit: ExitName };

/** Waits until all have ended, with their progress beside the result. Interrupting it cancels nothing. */
export async function follow(
  { terminal, setHint }: Pick<Context, 'terminal' | 'setHint'>,
  atelier: Pick<Atelier, 'watchAll'>,
  ids: readonly string[],
): Promise<Followed> {
  setHint([`Not cancelled. Go on with: atelier watch ${ids.join(' ')}`], { ids });
  const latest = new Map<string, Generation>();
  const show = () => terminal.showProgress(...formatProgress([...latest.values()], ids.length));
  const timer = setInterval(show, 1_000).unref();
  try {
    const generations = await atelier.watchAll(ids, {
      onChange: (generation) => {
        latest.set(generation.id, generation);
        show();
      },
    });
    setHint([`Ended. Save the results with: atelier download ${ids.join(' ')}`], { ids });
    const hasAll = generations.every(({ status }) => status === 'completed' || status === 'partial');
    return { generations, exit: hasAll ? 'done' : 'noResult' };
  } finally {
    clearInterval(timer);
    terminal.endProgress();
  }
}

/** The line of a terminal, and what changes rarely enough for a line each. */
function formatProgress(generations: readonly Generation[], count: number): [line: string, stage: string] {
  const [only] = generations;
  if (only && count === 1) {
    const { progress, status, id } = only;
    const spentSeconds = (Date.now() - Date.parse(only.submitted_at ?? only.created_at)) / 1_000;
    const share =
      progress.percent === null ? spentSeconds / progress.expected_seconds : progress.percent / 100;
    const reason = progress.waiting_reason === null ? '' : ` (${progress.waiting_reason})`;
    const stage = `${isRunning(only) ? progress.stage : status}${reason}`;
    const times = `${Math.max(0, Math.round(spentSeconds))} s of about ${Math.round(progress.expected_seconds)} s`;
    return [`${drawBar(share)} ${stage}, ${times}`, `${id} ${stage}`];
  }
  const ended = generations.filter((each) => !isRunning(each)).length;
  return [`${drawBar(ended / count)} ${ended} of ${count} have ended`, `${ended} of ${count} have ended`];
}

const barWidth = 24;

/** Full only at the end, which this does not know. */
function drawBar(share: number): string {
  const filled = Math.min(barWidth - 1, Math.max(0, Math.round(share * barWidth) || 0));
  return `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`;
}

type Described = { generation: Generation; files: readonly string[] };

/** Saves the results of those that have some, when a folder is given. */
export async function saveResults(
  atelier: Pick<Atelier, 'download'>,
  generations: readonly Generation[],
  folder: string | undefined,
): Promise<Described[]> {
  const described: Described[] = [];
  for (const generation of generations) {
    const hasResults = !isRunning(generation) && generation.outputs.length > 0;
    const files = folder !== undefined && hasResults ? await atelier.download(generation, folder) : [];
    described.push({ generation, files });
  }
  return described;
}

/** Prints ended generations: their files, or the addresses of their results where nothing was saved. */
export function printResults(
  terminal: Terminal,
  url: string,
  described: readonly Described[],
  more: object = {},
): void {
  const document = {
    ...more,
    generations: described.map(({ generation, files }) => ({ ...generation, files })),
  };
  terminal.print(
    document,
    described.flatMap((each) => formatGeneration(url, each)),
  );
}

function formatGeneration(url: string, { generation, files }: Described): string[] {
  const { id, status, kind, credits, error, outputs } = generation;
  const places = outputs.flatMap(
    (output) => output.text ?? (output.url ? new URL(output.url, url).href : []),
  );
  const reason = error ? `: ${[error.message, error.reason].filter(Boolean).join(' ')}` : '';
  return [
    `${id} ${kind} ${status}${reason}, ${credits.settled} credits`,
    ...(files.length > 0 ? files : places).map((place) => `  ${place}`),
  ];
}
