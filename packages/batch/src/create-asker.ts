import { type Batcher, createBatcher } from './create-batcher.ts';

export type AskerSettings = {
  maxBatchSize: number;
  /** Questions stop waiting for a call that takes longer, and go out beside it. When absent, they wait for its end. */
  slowMs?: number;
};

type Asked<Question, Answer> = { question: Question } & Pick<
  PromiseWithResolvers<Answer>,
  'resolve' | 'reject'
>;

/**
 * Groups questions: those asked during a call wait for its end and then go together; a single one goes at the end of the
 * same turn. `ask` answers in the order of the questions, with values or promises; every question of a call that throws
 * rejects with its error.
 */
export function createAsker<Question, Answer>(
  ask: (questions: Question[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
  { maxBatchSize, slowMs = Number.POSITIVE_INFINITY }: AskerSettings,
): (question: Question) => Promise<Answer> {
  type Lane = { batcher: Batcher<Asked<Question, Answer>>; askedAt: number | undefined };
  const lanes: Lane[] = [];

  async function answer(lane: Lane, asked: readonly Asked<Question, Answer>[]): Promise<void> {
    lane.askedAt = performance.now();
    try {
      const answers = await ask(asked.map(({ question }) => question));
      for (const [index, { resolve }] of asked.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
    lane.askedAt = undefined;
  }

  function openLane(): Lane {
    const lane: Lane = {
      batcher: createBatcher((asked) => answer(lane, asked), { windowMs: 0, maxBatchSize }),
      askedAt: undefined,
    };
    lanes.push(lane);
    return lane;
  }

  return (question) => {
    const isSlow = ({ askedAt = Number.POSITIVE_INFINITY }: Lane) => performance.now() - askedAt > slowMs;
    const lane = lanes.find((each) => !isSlow(each)) ?? openLane();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    void lane.batcher.add({ question, resolve, reject });
    return promise;
  };
}
