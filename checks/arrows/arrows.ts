import type { Check } from '../check.ts';
import { listWorkspaces } from '../workspaces.ts';
import { readModuleGraph } from './module-graph.ts';
import { rules } from './rules.ts';

const sourceFile = /\.(ts|tsx|js|jsx|mjs|cjs|mts|cts)$/;

/** Every import of every source file against the rules of which folder may know which. */
export const arrows: Check = {
  name: 'arrows',
  findProblems(root, files) {
    const sources = files.filter((path) => sourceFile.test(path));
    const { modules, unreadable } = readModuleGraph(root, sources);
    const problems = unreadable.map((line) => `unreadable: ${line}`);
    // A reader that silently skips files would find every rule kept.
    if (modules.length + unreadable.length < sources.length || modules.length === 0) {
      problems.push(`only ${modules.length} of ${sources.length} source files were read`);
    }
    for (const workspace of listWorkspaces(root)) {
      if (!modules.some(({ path }) => path.startsWith(`${workspace}/`))) {
        problems.push(`no source file was read in ${workspace}`);
      }
    }
    for (const rule of rules) {
      problems.push(...rule.find(modules).map((line) => `${rule.name}: ${line} (${rule.why})`));
    }
    return problems;
  },
};
