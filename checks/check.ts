/** One check over the repository's files. */
export interface Check {
  /** Shown in the report, so a noun. */
  name: string;
  /** Finds every problem as one printable line each; none means passed. `files` are relative to `root`. */
  findProblems(root: string, files: string[]): string[] | Promise<string[]>;
}
