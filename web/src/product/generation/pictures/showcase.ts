export type Showcase = { videoUrl: string; thumbnailUrl?: string; title?: string };

type Query = Readonly<Record<string, string>>;

const names = ['showcase_video_url', 'showcase_thumbnail', 'showcase_title'];

/** Separates the reference video that a link may carry from the fields of the form. Only http(s) URLs count. */
export function splitShowcase(query: Query): { showcase?: Showcase; showcaseQuery: Query; formQuery: Query } {
  const entries = Object.entries(query);
  const split = {
    showcaseQuery: Object.fromEntries(entries.filter(([name]) => names.includes(name))),
    formQuery: Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
  };
  const videoUrl = webAddress(query.showcase_video_url);
  if (!videoUrl) return split;
  const thumbnailUrl = webAddress(query.showcase_thumbnail);
  return { ...split, showcase: { videoUrl, thumbnailUrl, title: query.showcase_title } };
}

function webAddress(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined;
}
