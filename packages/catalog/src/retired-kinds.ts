type RetiredKind = {
  /** The kind that follows it, or null. An operator's choice at closing takes precedence. */
  successor: string | null;
  /** fal's id of its model, by which programs of fal's client still ask for it. */
  endpoint: string;
};

/**
 * Kinds that are no longer in the catalog. A kind whose file is removed gets a line here, so that its generations and the
 * programs that submit it lead to a successor (docs/add-a-kind.md).
 */
export const retiredKinds: Readonly<Record<string, RetiredKind>> = {};
