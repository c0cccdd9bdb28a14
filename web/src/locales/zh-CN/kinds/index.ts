/** The own words of each kind in this language. Each loads with its form. */
export const files = import.meta.glob<Record<string, unknown>>('./*.json', { import: 'default' });
