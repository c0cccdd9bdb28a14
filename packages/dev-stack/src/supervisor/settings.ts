import { join, resolve } from 'node:path';
import { StartProblem } from '@atelier/local-postgres';

/** The documented environment variables; what is absent gets its local part (architecture.md, "Configuration"). */
export type Settings = Record<string, string | undefined>;

/** Which parts the stack brings itself because the settings name no other. */
export type LocalParts = {
  postgres: boolean;
  emulator: boolean;
  openid: boolean;
  checkout: boolean;
};

/** The folder of the repository. */
export const repositoryRoot = resolve(import.meta.dirname, '../../../..');

/** Decides by the settings alone; refuses production, which runs api and worker without this supervisor. */
export function chooseLocalParts(settings: Settings): LocalParts {
  if (settings.ATELIER_ENV === 'production') {
    throw new StartProblem(
      '"npm start" is for one machine and brings stand-ins for paid services, so it does not run with ' +
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

/** DATA_DIR relative to where the user stands; `.data` in the repository when it is not given. */
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
