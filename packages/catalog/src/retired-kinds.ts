/**
 * Kinds that are no longer in the catalog, each with the kind that follows it, or null. A kind whose file is removed gets
 * a line here, so that its records keep leading somewhere (docs/add-a-kind.md). What an operator said of it comes first.
 */
export const retiredKinds: Readonly<Record<string, string | null>> = {};
