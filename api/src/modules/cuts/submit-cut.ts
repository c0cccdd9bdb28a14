// Takes a cut: checks its plan and its files, stores it, and enqueues its rendering. Nothing is charged. Next:
// worker/src/cuts.
import { type DescribedIssue, describedIssue } from '@atelier/catalog';
import { type CutClip, type CutPlan, countPlanSeconds, cutLimits, isSoundCut } from '@atelier/catalog/cuts';
import { AppError, type UploadAccept } from '@atelier/contract';
import {
  type CutRow,
  findCutOfRequest,
  type GenerationSource,
  inPreparedTransaction,
  insertCut,
  lockOwnProject,
} from '@atelier/db';
import { enqueueCut, maxOpenCuts, notifyCut } from '@atelier/generations';
import { v7 as uuidv7 } from 'uuid';
import type { RouteDeps } from '../../api.ts';
import { projectUnknown } from '../generations/refusals.ts';
import { createOwnMediaFinder } from '../uploads/find-own-media.ts';

type AskedCut = {
  userId: string;
  plan: CutPlan;
  requestId?: string | undefined;
  projectId?: string | undefined;
};

/**
 * Returns the cut, or the first one with this request_id. Throws AppError: validation_failed, file_not_found and
 * unsupported_file with the `path` of the address, idempotency_mismatch, too_many_cuts.
 */
export async function submitCut(deps: RouteDeps, asked: AskedCut): Promise<CutRow> {
  const { userId, requestId, projectId } = asked;
  assertValid(findTimeIssues(asked.plan));
  // The first cut is looked up before its files, which may be gone by now.
  const first = await findFirst(deps, asked);
  if (first) return first;
  const { plan, sources, issues } = await resolvePlan(deps, userId, asked.plan);
  assertValid(issues);
  const wanted = { id: uuidv7(), userId, plan, sources, maxOpen: maxOpenCuts };
  const cut = await inPreparedTransaction(deps.db, async (on) => {
    if (projectId !== undefined && !(await lockOwnProject(on, userId, projectId))?.is_open)
      assertValid([projectUnknown]);
    return insertCut(on, { ...wanted, requestId: requestId ?? null, projectId: projectId ?? null });
  });
  if (!cut) {
    const faster = await findFirst(deps, asked);
    if (!faster) throw new AppError('too_many_cuts', { details: { limit: maxOpenCuts } });
    return faster;
  }
  await notifyCut(deps, cut);
  await enqueueCut(deps, cut).catch((err: unknown) =>
    deps.log.warn({ err, cutId: cut.id }, 'cut not enqueued; the sweeper will enqueue it'),
  );
  return cut;
}

/** The cut of an earlier request with this request_id. Throws idempotency_mismatch when that one meant something else. */
async function findFirst(
  { db, mediaAddresses }: RouteDeps,
  { userId, plan: { clips, sound, ...plan }, requestId }: AskedCut,
): Promise<CutRow | undefined> {
  const first = requestId === undefined ? undefined : await findCutOfRequest(db.pool, userId, requestId);
  if (!first) return undefined;
  const toStored = <Placed extends { url: string }>(placed: Placed) => ({
    ...placed,
    url: `/media/${mediaAddresses.parseKey(placed.url)}`,
  });
  const asked = { ...plan, clips: clips.map(toStored), sound: sound && toStored(sound) };
  if (!isSame(first.plan, asked)) throw new AppError('idempotency_mismatch');
  return first;
}

/** PostgreSQL orders the names of `jsonb` as it likes. */
function isSame(stored: unknown, plan: CutPlan): boolean {
  const toText = (value: unknown) =>
    JSON.stringify(value, (_name, part) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
        : part,
    );
  return toText(stored) === toText(plan);
}

function assertValid(issues: readonly DescribedIssue[]): void {
  if (issues.length > 0) throw new AppError('validation_failed', { details: { issues } });
}

/** Looks at what needs no file: the length of each clip and of the whole. */
function findTimeIssues(plan: CutPlan): DescribedIssue[] {
  const issues = plan.clips.flatMap(({ start, end, speed }, index) => {
    const least = start + cutLimits.clipSeconds * speed;
    if (end >= least) return [];
    return [rangeIssue(`plan.clips.${index}.end`, least, maxMoment)];
  });
  if (issues.length > 0 || countPlanSeconds(plan) <= cutLimits.seconds) return issues;
  return [describedIssue('plan.clips', 'video_too_long', { max: cutLimits.seconds })];
}

/** Most seconds of a source, as the contract has it. */
const maxMoment = 86_400;

function rangeIssue(path: string, min: number, max: number): DescribedIssue {
  return describedIssue(path, 'number_range', { min: round(min), max: round(max) });
}

const round = (seconds: number) => Math.round(seconds * 1_000) / 1_000;

type Resolved = { plan: CutPlan; sources: GenerationSource[]; issues: DescribedIssue[] };

/** Replaces each address by that in our own storage, each file looked up once, and finds the results among them. */
async function resolvePlan(deps: RouteDeps, userId: string, plan: CutPlan): Promise<Resolved> {
  const findMedia = createOwnMediaFinder(deps, userId);
  const sources: GenerationSource[] = [];
  const find = async (address: string, path: string, accept: UploadAccept) => {
    const file = await findMedia(address, path, accept);
    const field = path.startsWith('plan.clips') ? 'clips' : 'sound';
    if (file.outputId !== undefined) sources.push({ relation: 'input', field, outputId: file.outputId });
    return file;
  };
  const issues: DescribedIssue[] = [];
  const clips: CutClip[] = [];
  const accept = isSoundCut(plan) ? 'audio' : 'video';
  for (const [index, clip] of plan.clips.entries()) {
    const { url, seconds } = await find(clip.url, `plan.clips.${index}.url`, accept);
    if (seconds && clip.start >= seconds) issues.push(rangeIssue(`plan.clips.${index}.start`, 0, seconds));
    clips.push({ ...clip, url });
  }
  const { sound } = plan;
  const tone = sound && (await find(sound.url, 'plan.sound.url', 'audio-or-video'));
  return { plan: { ...plan, clips, sound: sound && tone && { ...sound, url: tone.url } }, sources, issues };
}
