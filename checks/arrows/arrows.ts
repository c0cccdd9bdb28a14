import type { Check } from '../check.ts';
import { listWorkspaces } from '../workspaces.ts';
import { getModuleGraph } from './module-graph.ts';
import { rules } from './rules.ts';

/** Every import of every source file against the rules of which folder may know which. */
export const arrows: Check = {
  name: 'arrows',
  findProblems(root, files) {
    const { modules, unreadable, sourceCount } = getModuleGraph(root, files);
    const problems = unreadable.map((line) => `unreadable: ${line}`);
    if (modules.length + unreadable.length < sourceCount || modules.length === 0) {
      problems.push(`only ${modules.length} of ${sourceCount} source files were read`);
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
