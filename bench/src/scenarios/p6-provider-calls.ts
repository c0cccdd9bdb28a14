import type { RealtimeClient } from '@atelier/realtime/client';
import { connectViewers } from '../harness/connect-viewers.ts';
import type { BenchUser } from '../harness/insert-users.ts';
import { openHarness } from '../harness/open-harness.ts';
import { submitVideo } from '../harness/submit-video.ts';
import type { Finding, Scenario, ScenarioContext } from '../scenario.ts';

/** The emulator's concurrency, so that none waits for another. */
const generationCount = 4;
const generationSeconds = 60;
/** The emulator's text-to-video takes 9.6 s at speed 1. */
const emulatorSpeed = generationSeconds / 9.6;
const maxStatusCalls = 2;
/** The polling design: one submission, a poll every 5 s by each viewer, one result. */
const pollSeconds = 5;
const pollingCalls = 1 + generationSeconds / pollSeconds + 1;
const ways: { name: string; settings: Record<string, string> }[] = [
  { name: 'followed live', settings: {} },
  { name: 'beyond the limit of live streams', settings: { FOLLOW_LIMIT: '0' } },
];

export const providerCallsScenario: Scenario = {
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
        `${generationCount} generations each way, in real time. Polling: 1 submission, a poll every`,
        `${pollSeconds} s for each viewer, 1 result. Our calls do not depend on the number of viewers. Files are not counted.`,
      ],
    };
  },
};

async function countCalls(
  context: ScenarioContext,
  name: string,
  settings: Record<string, string>,
): Promise<Finding[]> {
  const harness = await openHarness(context, {
    users: generationCount,
    workerProcesses: 1,
    settings,
    emulatorSpeed,
  });
  const origin = harness.stack.url;
  const readHeaders = ({ cookie }: BenchUser) => ({ origin, cookie });
  const { resources } = context;
  const viewers = await connectViewers({
    url: harness.apiUrl,
    viewers: harness.users,
    readHeaders,
    resources,
  });
  const ends = viewers.map(untilCompleted);
  for (const user of harness.users) await submitVideo(harness, harness.apiUrl, user);
  await Promise.all(ends);
  const counts = harness.emulator.control.counts();
  const perGeneration = (calls: number) => ({ value: calls / generationCount, unit: 'calls' as const });
  const statusCalls = perGeneration(counts.status + counts.stream);
  const all = counts.submit + counts.status + counts.stream + counts.result;
  return [
    {
      what: `${name}: all calls`,
      measured: perGeneration(all),
      reference: { what: 'polling', value: pollingCalls, unit: 'calls' },
    },
    limited(`${name}: submissions`, perGeneration(counts.submit), 1),
    limited(`${name}: status calls and streams`, statusCalls, maxStatusCalls),
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
