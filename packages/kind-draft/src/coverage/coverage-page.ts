import { type Kind, kinds } from '@atelier/catalog';
import { getProvider, getVerification, leavingKinds } from '@atelier/catalog/server';
import type { Leader, Task } from './leader.ts';
import { leadingImages, leadingSounds } from './leading-images-and-sounds.ts';
import { leadingVideos } from './leading-videos.ts';

export const coverageFile = new URL('../../../../docs/coverage.md', import.meta.url);

/**
 * Leading models by task. A successor that its maker has put in the place of a model is named instead of it, and variants
 * of one model that share a place of a leaderboard are one row.
 */
export const tasks: readonly Task[] = [...leadingVideos, ...leadingImages, ...leadingSounds];

type State = 'verified' | 'unverified' | 'absent' | 'not at fal';

/** Whether a leading model is sold here, by which kind, or why not. */
export type Coverage = { leader: Leader; state: State; kind?: Kind };

/** Share of the leading models of a task that are to be sold, of those that fal sells. */
const goal = 0.8;

export function findCoverage(leader: Leader): Coverage {
  const { endpoints, field } = leader;
  if (endpoints.length === 0) return { leader, state: 'not at fal' };
  const sold = kinds.filter(
    (kind) => endpoints.includes(getProvider(kind).endpoint) && (!field || field in kind.fields),
  );
  const verified = sold.find(getVerification);
  const [kind = verified] = verified ? [verified] : sold;
  if (!kind) return { leader, state: 'absent' };
  return { leader, kind, state: verified ? 'verified' : 'unverified' };
}

/** Counts the leading models of a task that are sold, and those that fal sells. */
export function countCoverage({ leaders }: Task) {
  const found = leaders.map(findCoverage);
  const count = (...states: State[]) => found.filter(({ state }) => states.includes(state)).length;
  const atFal = count('verified', 'unverified', 'absent');
  const sold = count('verified', 'unverified');
  return { sold, verified: count('verified'), atFal, isReached: sold >= goal * atFal };
}

/** Returns the page docs/coverage.md. */
export function writeCoveragePage(): string {
  const counted = tasks.map((task) => ({ task, ...countCoverage(task) }));
  const reached = counted.filter(({ isReached }) => isReached).length;
  const summary = counted.map(
    ({ task: { name }, sold, verified, atFal, isReached }) =>
      `| ${name} | ${atFal} | ${sold} | ${verified} | ${isReached ? 'yes' : 'no'} |`,
  );
  return `${[
    '# Coverage',
    'Which of the leading models are sold here, by task. The goal is eight of ten of those that fal sells. This page is written by `npm run kinds:coverage` from the catalog and the lists in `packages/kind-draft/src/coverage/`; a test holds it to both. A verified kind names the documents of the provider that its schema and price were read from; an unverified one is closed in production until it is verified ([how](add-a-kind.md#verified-or-not)).',
    `The goal is reached for ${reached} of ${counted.length} tasks.`,
    ['| Task | At fal | Sold | Verified | Goal |', '| --- | --- | --- | --- | --- |', ...summary].join('\n'),
    ...tasks.map(writeTask),
  ].join('\n\n')}\n`;
}

function writeTask(task: Task): string {
  const { name, source, on, leaders } = task;
  const rows = leaders.map(findCoverage).map(({ leader, state, kind }) => {
    const said = state === 'verified' || state === 'unverified' ? `sold, ${state}` : state;
    return `| ${leader.name} | ${said} | ${kind ? nameKind(kind) : explain(leader)} |`;
  });
  const table = ['| Model | State | Kind, or why not |', '| --- | --- | --- |', ...rows].join('\n');
  return `## ${name}\n\nSource: ${source}; ${on}.\n\n${table}`;
}

function nameKind({ id }: Kind): string {
  const leaving = leavingKinds[id];
  return leaving ? `\`${id}\`, which leaves; \`${leaving.successor}\` follows` : `\`${id}\``;
}

function explain({ endpoints, why = 'not built yet' }: Leader): string {
  return endpoints.length === 0 ? '' : why;
}
