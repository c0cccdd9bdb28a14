import { enrollUser } from '../load/enroll-users.ts';
import { reserveImage } from '../load/reserve-image.ts';
import type { Stage } from '../stage/open-stage.ts';

type Lines = {
  users: number;
  /** Generations of each user. */
  each: number;
  /** Kinds that they are of, by turns. */
  kindIds?: readonly string[];
  /** Sets their users apart from those of other lines of the drill. */
  names?: string;
  /** Called once they are signed in, before anything is reserved. */
  onEnrolled?: () => void;
};

/**
 * Generations of many users, in the state in which the api leaves them: the first of each are to start, the others wait.
 * Returns their ids in the order of each user's line.
 */
export async function fillLines(
  stage: Stage,
  { users, each, kindIds = ['flux-schnell'], names = 'drill', onEnrolled = () => undefined }: Lines,
): Promise<string[]> {
  const { limitRunning: maxRunning = 5 } = stage;
  const owners: string[] = [];
  for (let index = 0; index < users; index += 1)
    owners.push((await enrollUser(stage, `${names}-${index}@atelier.test`, 1_000_000)).client.userId);
  onEnrolled();
  const perUser = await Promise.all(
    owners.map(async (userId) => {
      const ids: string[] = [];
      for (let index = 0; index < each; index += 1) {
        const kindId = kindIds[index % kindIds.length];
        ids.push(await reserveImage(stage, { userId, kindId, maxRunning, maxWaiting: 100_000 }));
      }
      return ids;
    }),
  );
  return perUser.flat();
}
