// `npm run bench`: measures each scenario against its baseline, prints a table and stores the results as JSON. A missed
// target is not a failure; a scenario that could not be measured is.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@atelier/dev-stack';
import { readArguments } from './read-arguments.ts';
import { describeMachine, describeMachineInWords, type Machine } from './report/describe-machine.ts';
import { type MeasuredScenario, runScenarios } from './run-scenarios.ts';
import type { Scenario } from './scenario.ts';
import { createVideoScenario } from './scenarios/p1-create-video.ts';
import { sessionLookupScenario } from './scenarios/p2-session-lookup.ts';
import { webhookToEventScenario } from './scenarios/p3-webhook-to-event.ts';
import { pollingScenario } from './scenarios/p4-polling.ts';
import { inFlightScenario } from './scenarios/p5-in-flight.ts';
import { providerCallsScenario } from './scenarios/p6-provider-calls.ts';
import { historyScenario } from './scenarios/p7-history.ts';
import { uploadScenario } from './scenarios/p8-upload.ts';
import { zipScenario } from './scenarios/p9-zip.ts';
import { workerDeathScenario } from './scenarios/p10-worker-death.ts';
import { npmStartScenario } from './scenarios/p11-npm-start.ts';
import { twoOfEachScenario } from './scenarios/p12-two-of-each.ts';
import { hotAccountScenario } from './scenarios/p13-hot-account.ts';
import { jobEngineScenario } from './scenarios/p14-job-engine.ts';
import { largerHistoryScenario } from './scenarios/p15-larger-history.ts';
import { libraryScenario } from './scenarios/p16-library.ts';
import { interactionScenario } from './scenarios/p19-interaction.ts';
import { expectedTimeScenario } from './scenarios/p20-expected-time.ts';
import { checkpointScenario } from './scenarios/p21-checkpoint.ts';
import { partitionScenario } from './scenarios/p22-partitions.ts';
import { churnScenario } from './scenarios/p23-churn.ts';
import { menuScenario } from './scenarios/p24-menu.ts';
import { quoteScenario } from './scenarios/p25-quotes.ts';
import { renderScenario } from './scenarios/p27-render.ts';

const scenarios: readonly Scenario[] = [
  createVideoScenario,
  sessionLookupScenario,
  webhookToEventScenario,
  pollingScenario,
  inFlightScenario,
  providerCallsScenario,
  historyScenario,
  uploadScenario,
  zipScenario,
  workerDeathScenario,
  npmStartScenario,
  twoOfEachScenario,
  jobEngineScenario,
  hotAccountScenario,
  largerHistoryScenario,
  libraryScenario,
  interactionScenario,
  expectedTimeScenario,
  checkpointScenario,
  partitionScenario,
  churnScenario,
  menuScenario,
  quoteScenario,
  renderScenario,
];

const print = (line: string) => console.log(line);

try {
  const knownIds = scenarios.map(({ id }) => id);
  const choice = readArguments(process.argv.slice(2), knownIds);
  const chosen =
    choice.scenarioIds.length === 0
      ? scenarios
      : scenarios.filter(({ id }) => choice.scenarioIds.includes(id));
  const machine = describeMachine();
  print(describeMachineInWords(machine, choice.isQuick));
  const results = await runScenarios(chosen, choice, print);
  const file = writeResults(join(repositoryRoot, 'bench-results'), {
    machine,
    isQuick: choice.isQuick,
    results,
  });
  print(`\nWritten to ${file}`);
  process.exitCode = results.some((result) => result.problem !== undefined) ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

type Results = { machine: Machine; isQuick: boolean; results: readonly MeasuredScenario[] };

/** Writes one file per run, named after its start time, and returns its path. */
function writeResults(folder: string, results: Results): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${results.machine.startedAt.replaceAll(/[:.]/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}
