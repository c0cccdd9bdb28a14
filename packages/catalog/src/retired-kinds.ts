type RetiredKind = {
  /** The kind that follows it, or null. What an operator said when closing it comes first. */
  successor: string | null;
  /** fal's id of its model, by which programs of fal's client still ask for it. */
  endpoint: string;
};

/**
 * Kinds that are no longer in the catalog. A kind whose file is removed gets a line here, so that its records and the
 * programs that submit it keep leading somewhere (docs/add-a-kind.md).
 */
export const retiredKinds: Readonly<Record<string, RetiredKind>> = {};
