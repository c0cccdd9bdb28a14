/** The texts of this language, a file per area. Each loads with the pages that need it. */
export const files = import.meta.glob<Record<string, unknown>>(['./*.json', '!./{local,shared}-pages.json'], {
  import: 'default',
});
