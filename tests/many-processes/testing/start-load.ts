import { randomUUID } from 'node:crypto';
import type { TestUser } from './user.ts';
import type { Watcher } from './watch.ts';

export type Load = {
  /** Ids of submissions that were answered with 200. */
  accepted: string[];
  failures: string[];
  stop(): Promise<void>;
};

export type LoadOptions = {
  /** Each page submits and reads independently. */
  pages: readonly Watcher[];
  /** Pause between two rounds of a page. */
  pauseMs: number;
  /**
   * Every so many rounds submit, all of them read. A generation costs far more processor time than reading does: the more
   * there are, the longer a restart takes, during which there are more of them.
   */
  roundsPerSubmission: number;
  /** How often a failed submission is retried with its idempotency key. */
  repeats: number;
};

/** Submits and reads in every page, one request at a time, until it is stopped. */
export function startLoad(user: TestUser, baseUrl: string, options: LoadOptions): Load {
  const accepted: string[] = [];
  const failures: string[] = [];
  let isStopping = false;

  async function attempt<Result>(what: string, work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      failures.push(`${what}: ${error instanceof Error ? `${error.message} ${error.cause ?? ''}` : error}`);
      return undefined;
    }
  }

  async function submit(page: Watcher): Promise<void> {
    const key = randomUUID();
    for (let tries = 0; tries <= options.repeats; tries += 1) {
      const submitted = await attempt('submit', () => user.submit(baseUrl, { key }));
      if (submitted) {
        accepted.push(submitted.generation.id);
        page.update(submitted.generation);
        return;
      }
    }
  }

  async function read(path: string): Promise<void> {
    await attempt(path, async () => {
      const { status } = await user.ask('GET', `${baseUrl}${path}`);
      if (status !== 200) throw new Error(`answers ${status}`);
    });
  }

  async function use(page: Watcher): Promise<void> {
    for (let round = 0; !isStopping; round += 1) {
      if (round % options.roundsPerSubmission === 0) await submit(page);
      await read('/api/user/info');
      await read('/api/generations');
      await new Promise((resolve) => setTimeout(resolve, options.pauseMs));
    }
  }

  const pages = options.pages.map(use);
  return {
    accepted,
    failures,
    async stop() {
      isStopping = true;
      await Promise.all(pages);
    },
  };
}
