import type { RealtimeClient } from '@atelier/realtime/client';
import { connectViewers } from '../rig/connect-viewers.ts';
import { createVideoCall } from '../rig/create-video-call.ts';
import type { BenchUser } from '../rig/insert-users.ts';
import { openRig, type Rig } from '../rig/open-rig.ts';
import type { Finding, Row, RowContext } from '../row.ts';

/** As many as the emulator runs at a time, so that none waits for another. */
const generationCount = 4;
const generationSeconds = 60;
/** The emulator's text-to-video takes 9.6 s at speed 1. */
const emulatorSpeed = generationSeconds / 9.6;
const maxStatusCalls = 2;
/** Seed design: one submission, a poll every 5 s by each viewer, one result. */
const seedPollSeconds = 5;
const seedCalls = 1 + generationSeconds / seedPollSeconds + 1;
const ways: { name: string; settings: Record<string, string> }[] = [
  { name: 'followed live', settings: {} },
  { name: 'beyond the limit of live ones', settings: { FOLLOW_LIMIT: '0' } },
];

export const providerCallsRow: Row = {
  id: 'P6',
  title: `calls to fal per generation of ${generationSeconds} s, one viewer each`,
  isPerBackend: false,
  async run(context) {
    const findings = await Promise.all(
      ways.map(async ({ name, settings }) => countCalls(context, name, settings)),
    );
    return {
      findings: findings.flat(),
      notes: [
        `${generationCount} generations each way, in real time. Seed design: 1 submission, a poll every`,
        `${seedPollSeconds} s for each viewer, 1 result; ours are the same for any number of viewers. Files are not calls.`,
      ],
    };
  },
};

async function countCalls(
  context: RowContext,
  name: string,
  settings: Record<string, string>,
): Promise<Finding[]> {
  const rig = await openRig(context, { users: generationCount, workerProcesses: 1, settings, emulatorSpeed });
  const origin = rig.stack.url;
  const headersOf = ({ cookie }: BenchUser) => ({ origin, cookie });
  const { resources } = context;
  const viewers = await connectViewers({ url: rig.apiUrl, viewers: rig.users, headersOf, resources });
  const ends = viewers.map(untilCompleted);
  for (const user of rig.users) await submit(rig, user);
  await Promise.all(ends);
  const counts = rig.emulator.control.counts();
  const perGeneration = (calls: number) => ({ value: calls / generationCount, unit: 'calls' as const });
  const asked = perGeneration(counts.status + counts.stream);
  const all = counts.submit + counts.status + counts.stream + counts.result;
  return [
    {
      what: `${name}: all calls`,
      measured: perGeneration(all),
      reference: { what: 'seed design', value: seedCalls, unit: 'calls' },
    },
    limited(`${name}: submissions`, perGeneration(counts.submit), 1),
    limited(`${name}: status calls and streams`, asked, maxStatusCalls),
    limited(`${name}: results fetched`, perGeneration(counts.result), 0),
  ];
}

function limited(what: string, measured: Finding['measured'], most: number): Finding {
  return { what, measured, target: `at most ${most}`, isMet: measured.value <= most };
}

function untilCompleted(client: RealtimeClient): Promise<void> {
  return new Promise((resolve, reject) => {
    client.on('generation:changed', (change) => {
      if (!('generation' in change)) return;
      const { status } = change.generation;
      if (status === 'completed') resolve();
      else if (status === 'failed' || status === 'cancelled')
        reject(new Error(`A generation ended ${status}`));
    });
  });
}

async function submit({ apiUrl, stack }: Rig, user: BenchUser): Promise<void> {
  const { method, path, headers, body } = createVideoCall(user, stack.url);
  const response = await fetch(`${apiUrl}${path}`, { method, headers, body });
  if (!response.ok)
    throw new Error(`The submission was answered ${response.status}: ${await response.text()}`);
}
