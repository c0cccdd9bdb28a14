// Mistakes that the simulation must find. Each is a patch of the product's source, applied while it is loaded.

import { endpointOfKind, type Plan } from './plan.ts';

export type Change = readonly [before: string, after: string];
export type Mutation = {
  name: string;
  file: string;
  /** Text that occurs once in the file, and what takes its place. */
  changes: readonly Change[];
  /** The same for functions of the database, by their signatures. */
  functions?: Readonly<Record<string, readonly Change[]>>;
  /**
   * Where the tests begin to look, shortly before a schedule that shows it. After a change of the product that may be
   * another.
   */
  firstSeed?: number;
  /** Parts of the plan that its schedules have instead of drawn ones, which would show it once in thousands. */
  plan?: Partial<Plan>;
};

const claim = '/packages/db/src/queries/generations/provider/submission.ts';
const standIn = '/packages/db/src/queries/generations/stand-in.ts';
const returnToLine = 'return_to_line(uuid, integer)';
const ending = '/packages/db/src/queries/generations/end/mark-generation-ended.ts';

export const mutations: readonly Mutation[] = [
  {
    name: 'a forgotten condition in T4',
    firstSeed: 130,
    file: ending,
    changes: [[" and coalesce(g.status in ('pending', 'processing'), false)", '']],
  },
  {
    name: 'settle without release',
    file: ending,
    changes: [['where ended.released > 0 and', 'where ended.settled = 0 and']],
  },
  {
    name: 'enqueue before commit',
    file: '/api/src/modules/generations/submit-generation.ts',
    changes: [
      [
        '  const reserved = await reserve(deps',
        '  await enqueueDispatch(deps, generation.id);\n  const reserved = await reserve(deps',
      ],
      [
        "  if (reservation.generation.status === 'pending') await enqueueDispatch(deps, generationId);\n  else await joinLine(deps, submitter.userId);\n",
        '',
      ],
    ],
  },
  {
    name: 'event before commit',
    file: '/packages/generations/src/finalize-generation.ts',
    changes: [
      [
        '  type Ending,\n  type GenerationRow,\n',
        '  type Ending,\n  findGeneration,\n  type GenerationRow,\n',
      ],
      [
        '  const ended = await (inSameTransaction',
        `  const before = await findGeneration(deps.db.pool, ending.generationId);
  if (!before || before.finished_at) return undefined;
  const coming = { ...before, status: ending.status, stage: 'done', revision: before.revision + 1 };
  const { available, held, has_ever_paid, revision } = { available: 0, held: 0, has_ever_paid: true, revision: 0 };
  await notifyWithBalance(deps, { generation: coming, balance: { available, held, has_ever_paid, revision } });
  const ended = await (inSameTransaction`,
      ],
    ],
  },
  {
    name: 'lease not checked',
    file: '/packages/db/src/queries/generations/sweep.ts',
    changes: [
      [
        "where status in ('pending', 'processing') and next_check_at < now()",
        "where status in ('pending', 'processing')",
      ],
    ],
  },
  {
    name: 'refund twice',
    firstSeed: 1_800,
    file: '/packages/db/src/queries/money/operator-credits.ts',
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is the product's source
    changes: [['entryKey: `refund:${generation.id}`', 'entryKey: `refund:${generation.id}:${by.reason}`']],
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: until here
  },
  {
    name: 'partial rounding the wrong way',
    file: '/worker/src/generations/finish-generation.ts',
    changes: [
      ['Math.floor((row.cost * delivered) / expected)', 'Math.ceil((row.cost * delivered) / expected)'],
    ],
  },
  {
    name: 'webhook token not compared',
    file: '/packages/db/src/queries/generations/provider/provider-event.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the product's source
    changes: [['or s.token_hash = ${v.tokenHash}', 'or true']],
  },
  {
    name: 'cancel after completion',
    file: '/packages/db/src/queries/generations/change-generation.ts',
    changes: [
      [
        "and status in ('pending', 'processing') and cancel_requested_at is null\n      and stage in ('reserved', 'queued', 'generating')",
        'and cancel_requested_at is null',
      ],
    ],
  },
  {
    name: 'outbox row removed early',
    firstSeed: 45,
    file: '/packages/generations/src/drain-outbox.ts',
    changes: [
      [
        "const sent = await processEach(deps, 'send a message', rows, (row) => send(deps, row));",
        "const sent = rows;\n  await processEach(deps, 'send a message', rows, (row) => send(deps, row));",
      ],
    ],
  },
  {
    name: 'sweeper ignoring the deadline',
    firstSeed: 65,
    file: '/worker/src/generations/resume-generation.ts',
    changes: [['row.deadline_at.getTime() <= Date.now()', 'row.deadline_at.getTime() <= 0']],
  },
  {
    name: 'held credits of a deleted generation',
    file: '/worker/src/generations/finish-generation.ts',
    changes: [
      [
        '    await finalizeAsCancelled(deps, row);\n    return;\n  }\n  const answer',
        '    return;\n  }\n  const answer',
      ],
    ],
  },
  {
    name: 'a claim without the breaker',
    file: claim,
    changes: [['b.probe_generation_id is distinct from claimed.id', 'false']],
  },
  {
    name: 'a probe that is not counted',
    firstSeed: 325,
    file: claim,
    changes: [['b.probe_generation_id is distinct from claimed.id', 'b.probe_generation_id is null']],
    functions: {
      'places_by_breaker(text)': [
        ["when 'open' then 0", "when 'open' then (probe_generation_id is not null)::integer"],
      ],
    },
  },
  {
    name: 'a return to the end of the line',
    file: claim,
    changes: [],
    functions: {
      [returnToLine]: [
        [
          'coalesce(start_place, place_of_start(created_at))',
          '(select line_tail from credit_account a where a.user_id = generation.user_id)',
        ],
      ],
    },
  },
  {
    name: 'a return that frees no slot',
    file: claim,
    changes: [],
    functions: { [returnToLine]: [['running = running - 1, ', '']] },
  },
  {
    name: 'a ramp without its limit',
    file: claim,
    changes: [],
    functions: { 'places_by_breaker(text)': [['(2 * 2 ^', '(1000 * 2 ^']] },
  },
  {
    name: 'an end by a refusal of the account',
    file: '/worker/src/generations/dispatch-generation.ts',
    changes: [
      [
        "    case 'held':\n",
        "    case 'held':\n      if (Date.now() > 0) return void (await finalizeAsFailed(deps, row, { code: 'provider_locked', detail: null }));\n",
      ],
    ],
  },
  {
    name: 'an end by a result about the account',
    firstSeed: 20,
    file: '/worker/src/generations/finish-generation.ts',
    changes: [
      ["  if (failure.code === 'provider_locked' && (await putBackFewTimes(deps, row))) return;\n", ''],
    ],
  },
  {
    name: 'a stand-in without reservation',
    file: standIn,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the product's source
    changes: [['from account where ${v.costCredits} > 0', 'from account where false']],
  },
  {
    name: 'a stand-in for an unknown outcome',
    firstSeed: 60,
    file: standIn,
    changes: [["s.state not in ('refused', 'given_up')", "s.state = 'sent'"]],
  },
  {
    name: 'a stand-in above the agreed price',
    firstSeed: 35,
    file: '/packages/generations/src/make-stand-in.ts',
    changes: [
      [
        '{ kind: from, input: before, maxCredits }',
        '{ kind: from, input: before, maxCredits: maxCredits + 1 }',
      ],
    ],
  },
  {
    name: 'a stand-in without consent',
    firstSeed: 35,
    file: '/api/src/modules/generations/read-submission.ts',
    changes: [
      [
        "ifDown === 'ask' ? { kind: null, max_credits: null } : ifDown",
        "ifDown === 'ask' ? { kind: 'flux-dev', max_credits: 1_000 } : ifDown",
      ],
    ],
  },
  {
    name: 'a charge for an attempt that was given up',
    firstSeed: 65,
    file: '/packages/db/src/queries/generations/provider/provider-event.ts',
    changes: [[" and s.state not in ('refused', 'given_up')", '']],
  },
  {
    name: 'a late result that is dropped',
    // An attempt has no answer, the next one is refused, and then the result of the first comes.
    plan: {
      sicknesses: [
        { kind: 'silent', endpoint: endpointOfKind['flux-schnell'], fromMs: 0, toMs: 20_000 },
        { kind: 'locked', endpoint: endpointOfKind['flux-schnell'], fromMs: 20_000, toMs: 200_000 },
      ],
    },
    file: '/packages/db/src/queries/generations/provider/adopt-result.ts',
    changes: [["and g.status = 'waiting'", 'and false']],
  },
];
