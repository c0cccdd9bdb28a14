/** Code, a style sheet or messages of the app that could not be fetched. */
export class PartError extends Error {
  constructor(name: string, cause?: unknown) {
    super(`${name} could not be loaded`, { cause });
    this.name = 'PartError';
  }
}
