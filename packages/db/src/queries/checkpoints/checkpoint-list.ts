import {
  type CheckpointFacts,
  checkpointLeaf,
  consistencyProof,
  inclusionProof,
  type Restoration,
  rangeOfLeaves,
} from '@atelier/ledger-proof';
import { preparedQuery, type Queryable } from '../../prepared.ts';

export type CheckpointRow = {
  number: number;
  created_at: Date;
  accounts: number;
  root: Buffer;
  log_root: Buffer;
  /** The checkpoint as a JSON Web Signature, as it is published. */
  signed: string;
  covered_to: number;
  /** Restoration that this checkpoint reports. */
  restored: Restoration | null;
};

const columns = 'number, created_at, accounts, root, log_root, signed, covered_to, restored';

const newest = preparedQuery<CheckpointRow>(
  'newest-checkpoint',
  `select ${columns} from ledger_checkpoint order by number desc limit 1`,
);

export async function findNewestCheckpoint(on: Queryable): Promise<CheckpointRow | undefined> {
  const [row] = await newest(on, []);
  return row;
}

const page = preparedQuery<CheckpointRow>(
  'list-checkpoints',
  `select ${columns} from ledger_checkpoint where number >= $1 order by number limit $2`,
);

/** Oldest first, from a number on. */
export function listCheckpoints(on: Queryable, from: number, limit: number): Promise<CheckpointRow[]> {
  return page(on, [from, limit]);
}

type Facts = Pick<CheckpointRow, 'number' | 'created_at' | 'accounts' | 'root' | 'restored'>;

const allFacts = preparedQuery<Facts>(
  'checkpoint-facts',
  'select number, created_at, accounts, root, restored from ledger_checkpoint order by number',
);

/** All checkpoints as the log has them: one a day and some more, so they fit into memory for decades. */
export async function listCheckpointFacts(on: Queryable): Promise<CheckpointFacts[]> {
  return (await allFacts(on, [])).map(toFacts);
}

export function toFacts({ number, created_at, accounts, root, restored }: Facts): CheckpointFacts {
  const facts = { number, time: created_at.toISOString(), accounts, root: root.toString('base64url') };
  return restored ? { ...facts, restored } : facts;
}

export type LogProof = {
  /** The newest one, or the one that was asked for, as a JSON Web Signature. */
  checkpoint: string;
  from: number;
  /** That its log contains the checkpoint `from`, and begins with the log up to there: RFC 6962, 2.1.1 and 2.1.2. */
  inclusion: Buffer[];
  consistency: Buffer[];
  /** Checkpoints that say that the database was restored to before `from`, each with its path in that log. */
  restores: { checkpoint: string; inclusion: Buffer[] }[];
};

const restoresAfter = preparedQuery<Pick<CheckpointRow, 'number' | 'signed'>>(
  'restores-after-checkpoint',
  `select number, signed from ledger_checkpoint
    where restored is not null and number between $1 and $2
      and coalesce((restored->'to'->>'number')::integer, -1) < $1 and (restored->'published'->>'number')::integer >= $1
    order by number`,
);

/** Proves that the log up to the newest checkpoint, or up to `to`, extends the log up to `from`. */
export async function findLogProof(
  on: Queryable,
  { from, to }: { from: number; to?: number | undefined },
): Promise<LogProof | undefined> {
  const [last] = to === undefined ? await newest(on, []) : await listCheckpoints(on, to, 1);
  if (!last || from > last.number) return undefined;
  const facts = await listCheckpointFacts(on);
  const size = last.number + 1;
  const range = rangeOfLeaves(Buffer.concat(facts.slice(0, size).map(checkpointLeaf)));
  const restores = await restoresAfter(on, [from, last.number]);
  return {
    checkpoint: last.signed,
    from,
    inclusion: inclusionProof(range, size, [from]),
    consistency: consistencyProof(range, from + 1, size),
    restores: restores.map(({ number, signed }) => ({
      checkpoint: signed,
      inclusion: inclusionProof(range, size, [number]),
    })),
  };
}
