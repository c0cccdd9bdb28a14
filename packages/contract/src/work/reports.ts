export const reportReasons = [
  'intimate',
  'minor',
  'violence',
  'hate',
  'copyright',
  'privacy',
  'deception',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Reasons for which the law requires a name, an address and a statement in good faith. */
export const formalReportReasons: readonly ReportReason[] = ['intimate', 'copyright'];
export const maxReportDetails = 4_000;
export const maxReportSignature = 200;
