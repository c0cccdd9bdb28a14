import { insertGeneration } from '../../generation-columns.ts';
import type { GenerationRow } from '../../generation-row.ts';
import { bindParameters } from '../../group-commit/group-statements.ts';
import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';
import { type ChangedFilm, setFilmResult } from '../films/joins.ts';
import { insertOutput, type NewOutput } from '../generations/outputs.ts';
import { type NewGeneration, toParameters, valueTypes } from '../generations/reserve/new-generation.ts';
import { writeSources } from '../generations/reserve/writes.ts';
import { withOneMore } from '../library/generation-counts.ts';
import type { CutRow } from './cuts.ts';

const v = bindParameters(valueTypes);

/** `account` stands for the row of a reservation: nothing waits, as nothing is reserved. */
const insert = namedQuery<GenerationRow>(
  'insert-cut-generation',
  `with account as (
     select 0 as waiting, null::bigint as line_tail from app_user where id = ${v.userId} and erased_at is null for share
   ), ${writeSources(v)}, created as (${insertGeneration(v)})
   select * from created`,
);

// A project that is deleted changes its films and cuts, so it is locked before them.
const lockProject = preparedQuery<{ id: string }>(
  'lock-project-of-cut',
  'select p.id from cut c join project p on p.id = c.project_id where c.id = $1 for key share of p',
);

const finish = preparedQuery<GenerationRow>(
  'finish-cut-generation',
  `with ended as (
     update generation
        set status = 'completed', stage = 'done', stage_started_at = now(), submitted_at = created_at,
            finished_at = now(), revision = revision + 1
      where id = $1 returning *
   ), counted as (
     update credit_account a set ${withOneMore('ended.medium')} from ended where a.user_id = ended.user_id
   ), message as (
     insert into outbox (key, topic, payload)
     select 'changed:' || id::text, 'event', jsonb_build_object('generationId', id) from ended
     on conflict (key) do nothing
   ), pushes as (
     insert into push_message (generation_id, session_id)
     select ended.id, s.session_id from ended join push_subscription s using (user_id) for key share of s
     on conflict (generation_id, session_id) do nothing
   )
   select * from ended`,
);

const complete = preparedQuery<CutRow>(
  'complete-cut',
  `update cut
      set state = 'completed', generation_id = $3, percent = null, revision = revision + 1, finished_at = now()
    where id = $1 and run = $2 and state = 'running'
   returning *`,
);

/** Thrown within the transaction, which it undoes: the cut was cancelled, another run has ended it, or its owner was erased. */
export class CutGoneError extends Error {}

/**
 * Ends a cut with its result: a generation that is completed, with its file, its sources and the messages to its owner's
 * pages and browsers, in the project that the cut is in by now. It becomes the result of the film that the cut joins. For a
 * transaction. Throws CutGoneError.
 */
export async function completeCut(
  on: Queryable,
  { id, run }: Pick<CutRow, 'id' | 'run'>,
  { generation, output }: { generation: NewGeneration; output: NewOutput },
): Promise<{ cut: CutRow; generation: GenerationRow; film: ChangedFilm | undefined }> {
  const [project] = await lockProject(on, [id]);
  const [created] = await insert(on, toParameters({ ...generation, projectId: project?.id }));
  if (!created || !(await insertOutput(on, output))) throw new CutGoneError();
  const [ended] = await finish(on, [created.id]);
  const film = await setFilmResult(on, id, created.id);
  const [cut] = await complete(on, [id, run, created.id]);
  if (!cut || !ended) throw new CutGoneError();
  return { cut, generation: ended, film };
}

const findPrompt = preparedQuery<{ prompt: string }>(
  'find-prompt-of-output',
  'select g.prompt from output o join generation g on g.id = o.generation_id where o.id = $1 and g.purged_at is null',
);

/** Finds the prompt that a result was made from, while the result exists. */
export async function findPromptOfOutput(on: Queryable, outputId: string): Promise<string | undefined> {
  const [row] = await findPrompt(on, [outputId]);
  return row?.prompt;
}
