import { join, resolve } from 'node:path';
import { StartProblem } from '@atelier/local-postgres';

/** The environment variables of docs/configuration.md; for missing services the stack brings a local part. */
export type Settings = Record<string, string | undefined>;

/** The parts that the stack starts itself because the settings name no other. */
export type LocalParts = {
  postgres: boolean;
  emulator: boolean;
  openid: boolean;
  checkout: boolean;
};

export const repositoryRoot = resolve(import.meta.dirname, '../../../..');

/** Throws `StartProblem` in production, where api and worker run without this supervisor. */
export function chooseLocalParts(settings: Settings): LocalParts {
  if (settings.ATELIER_ENV === 'production') {
    throw new StartProblem(
      '"npm start" is for one machine and replaces paid services with local ones, so it does not run with ' +
        'ATELIER_ENV=production: use "npm run start:api" and "npm run start:worker".',
    );
  }
  const isSet = (name: string) => (settings[name] ?? '') !== '';
  return {
    postgres: !isSet('DATABASE_URL'),
    emulator: !isSet('FAL_KEY'),
    openid: !isSet('OIDC_ISSUER') && !isSet('GOOGLE_CLIENT_ID'),
    checkout: !isSet('STRIPE_SECRET_KEY'),
  };
}

/** DATA_DIR relative to the working directory; by default `.data` in the repository. */
export function chooseDataDir(settings: Settings): string {
  const given = settings.DATA_DIR ?? '';
  return given === '' ? join(repositoryRoot, '.data') : resolve(given);
}

/** 1 is lifelike, 0 instant. */
export function readEmulatorSpeed(settings: Settings): number {
  const given = settings.EMULATOR_SPEED ?? '';
  const speed = given === '' ? 1 : Number(given);
  if (Number.isFinite(speed) && speed >= 0) return speed;
  throw new StartProblem(
    `EMULATOR_SPEED is "${given}": give a number from 0 (instant) to 1 (lifelike) or more.`,
  );
}
