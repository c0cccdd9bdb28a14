import {
  type Db,
  findGeneration,
  getBalance,
  listOutbox,
  type OutboxRow,
  postponeOutbox,
  removeOutbox,
} from '@atelier/db';
import type { Producer } from '@atelier/queue';
import { enqueueStep } from './enqueue.ts';
import { type NotifyDeps, notifyWithBalance } from './notify.ts';
import { type EachDeps, processEach } from './process-each.ts';

type OutboxDeps = NotifyDeps & EachDeps & { db: Db; producer: Pick<Producer, 'enqueue'> };

/** Sends messages that their writer could not send. Job ids and revisions make a repetition harmless. */
export async function drainOutbox(deps: OutboxDeps, olderThanSeconds: number): Promise<void> {
  const rows = await listOutbox(deps.db.pool, olderThanSeconds);
  const sent = await processEach(deps, 'send a message', rows, (row) => send(deps, row));
  const listKeys = (rows: readonly OutboxRow[]) => rows.map((row) => row.key);
  const [kept, done] = [sent.filter(staysUntilDone), sent.filter((row) => !staysUntilDone(row))];
  await postponeOutbox(deps.db.pool, listKeys(kept), repeatSeconds);
  await removeOutbox(deps.db.pool, listKeys(done));
}

/** Whether the row is the only record of the work: then the job removes it once the work is done. */
function staysUntilDone({ payload }: OutboxRow): boolean {
  return payload.name === 'delete-files';
}

const repeatSeconds = 30;

/** Maps each job that the outbox may hold to its step. */
const stepOfJob = {
  'dispatch-generation': 'dispatch',
  'finish-generation': 'finish',
  'delete-files': 'delete-files',
} as const;

async function send(deps: OutboxDeps, { topic, payload }: OutboxRow): Promise<void> {
  const { generationId, name, run = 0 } = payload;
  if (topic === 'event') return notify(deps, generationId);
  if (name !== undefined && isOutboxJob(name)) {
    return enqueueStep(deps, stepOfJob[name], { generationId, run });
  }
  deps.log.error({ name, generationId }, 'the outbox names a job that does not exist');
}

async function notify(deps: OutboxDeps, generationId: string): Promise<void> {
  const row = await findGeneration(deps.db.pool, generationId);
  if (!row) return;
  const balance = await getBalance(deps.db.pool, row.user_id);
  const { isSent } = await notifyWithBalance(deps, { generation: row, balance });
  if (!isSent) throw new Error('The bus between the processes took no event');
}

function isOutboxJob(name: string): name is keyof typeof stepOfJob {
  return Object.hasOwn(stepOfJob, name);
}
