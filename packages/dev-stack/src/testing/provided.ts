/** Provided by the global setup to every test file. */
export type ProvidedPostgres = {
  /** Superuser's connection string of the maintenance database; only for creating and dropping databases. */
  maintenanceUrl: string;
  template: string;
  appRole: string;
  appPassword: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    postgres: ProvidedPostgres;
    testRunId: string;
    /** Removed when the run has ended, even by kill -9. */
    testFolder: string;
    /** Folder of the media that emulators have made, in this run or an earlier one. */
    mediaDir: string;
  }
}
