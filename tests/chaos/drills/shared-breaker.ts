import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { getKind, mediumFacts } from '@atelier/catalog';
import type { CreateReply } from '@atelier/contract';
import type { Client } from '../load/client.ts';
import { enrollUser } from '../load/enroll-users.ts';
import { readBody } from '../load/submit.ts';
import type { Stage } from '../stage/open-stage.ts';
import { checkDrill } from './check-drill.ts';
import { awaitBreaker, collectBreakers, countGenerations, type Drill, demand, endAll } from './drill.ts';
import { fillLines } from './fill-lines.ts';

const sick = { kindId: 'flux-schnell', endpoint: 'fal-ai/flux/schnell' };
const healthyKindId = 'flux-dev';
const probeEverySeconds = 57;
const healthyLimitMs = 120_000;

export const sharedBreaker: Drill = {
  id: 'shared-breaker',
  promise:
    'a model is down: its breaker, opened by one worker, stops the other worker and both apis, and no other model waits',
  minutes: 2,
  async run({ stage, minutes, signal, print }) {
    const { control } = stage.emulator;
    control.setModel(sick.endpoint, 'down');
    // One worker alone meets the model, and the other one alone goes on.
    const startOther = stage.processes.of('worker-2').kill();
    const ids = await fillLines(stage, { users: 4, each: 20, kindIds: [sick.kindId, healthyKindId] });
    const unopened = await awaitBreaker(stage, `kind:${sick.kindId}`, { limitMs: 120_000, signal });
    const startFirst = stage.processes.of('worker-1').kill();
    const beforeSubmissions = countSick(stage);
    const openedAtMs = Date.now();
    startOther();
    print(`the breaker is open after ${beforeSubmissions} submissions; the other worker goes on alone`);
    const asked = await askBothApis(stage);
    const isHealthyMade = async () =>
      (await countGenerations(stage, `kind = '${healthyKindId}' and status = 'completed'`)) ===
      ids.length / 2 + asked.healthy;
    const stopped = await demand('a healthy model waited for one that is down', isHealthyMade, {
      limitMs: healthyLimitMs,
      signal,
    });
    const healthySeconds = Math.round((Date.now() - openedAtMs) / 1_000);
    const opened = await collectBreakers(stage, { minutes, signal });
    startFirst();
    await wait(probeEverySeconds * 1_000, undefined, { signal });
    const probes = countSick(stage) - beforeSubmissions;
    const maxProbes = Math.ceil((Date.now() - openedAtMs) / 1_000 / probeEverySeconds);
    const held = await countGenerations(stage, `kind = '${healthyKindId}' and held_since is not null`);
    control.setModel(sick.endpoint, undefined);
    const open = await endAll(stage, { limitMs: 300_000, signal });
    return {
      measured: { submissionsUntilOpen: beforeSubmissions, probes, maxProbes, healthySeconds },
      violations: [
        ...unopened,
        ...asked.violations,
        ...stopped,
        ...(held > 0 ? [`${held} of a healthy model were put back into their line`] : []),
        ...(opened.size === 1 ? [] : [`breakers that opened: ${[...opened].join(', ')}`]),
        ...(probes <= maxProbes ? [] : [`${probes} submissions to a model that is down, not ${maxProbes}`]),
        ...open,
        ...(await checkDrill(stage, [...ids, ...asked.ids])),
      ],
    };
  },
};

function countSick({ emulator }: Stage): number {
  return emulator.control.requests('submit').filter(({ path }) => path.includes(sick.endpoint)).length;
}

/** Submits one of each model at each api: the sick one's waits and says why, and the healthy one's goes past it. */
async function askBothApis(stage: Stage) {
  const { client } = await enrollUser(stage, 'drill-apis@atelier.test', 1_000);
  const violations: string[] = [];
  const ids: string[] = [];
  for (const name of ['api-1', 'api-2'] as const)
    for (const kindId of [sick.kindId, healthyKindId]) {
      const { status, body } = await submitAt(`http://127.0.0.1:${stage.ports[name]}`, client, kindId);
      const generation = status === 200 ? (body as CreateReply).generation : undefined;
      if (generation) ids.push(generation.id);
      const found = `${generation?.status} ${generation?.progress.waiting_reason}`;
      if (!generation) violations.push(`${name} answers ${status}: ${JSON.stringify(body)}`);
      else if (kindId === sick.kindId && found !== 'waiting model')
        violations.push(`${name} answers "${found}" for a model that is down`);
    }
  return { ids, violations, healthy: 2 };
}

/** Past the balancer, with the origin that browsers send. */
async function submitAt(url: string, { cookie, origin }: Client, kindId: string) {
  const response = await fetch(`${url}${mediumFacts.image.createPath}`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(readBody(getKind(kindId), '', { num_images: 1 })),
  });
  return { status: response.status, body: await response.json() };
}
