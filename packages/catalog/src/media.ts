/** Everything that a kind can make, in the order in which counts and filters list it. */
export const media = ['video', 'image', 'audio', 'text'] as const;
export type Medium = (typeof media)[number];

/**
 * How the servers and the web app treat the generations of a medium. They ask these facts instead of comparing a medium with
 * a word, which `npm run check` refuses. Plain data: the web app takes single columns of the table at build time.
 */
type Facts = {
  /** Names its library in addresses and messages. */
  libraryType: string;
  /** The group of the menu that its kinds belong to unless they say otherwise. */
  menuGroup: string;
  /** The call that creates it. */
  createPath: `/api/${string}`;
  /** The list of the user's own, with deletion below it. */
  historyApiPath: `/api/${string}`;
  /** Where fal reports the end of a request. */
  webhookPath: `/api/${string}`;
  /** The field of the call that names the kind. A call without one is about a single kind. */
  typeField?: string;
  /** The field names the mode of the kind, and the field `model` its model. */
  isNamedByMode?: true;
  /** The folder of its files in archives, and the name of a zip that holds nothing else. */
  folder: string;
  /** Whether it has frames: a length, a frame rate, and playback in step with others. */
  isMoving?: true;
  /** Whether it is a still picture, which downloads offer in other formats. */
  isStill?: true;
  /** Whether it is heard and not seen. */
  isHeard?: true;
  /** Whether it is a text, which is read: an answer or a transcript. */
  isText?: true;
  /** Whether a generation has a set of files: some are delivered when others fail, and cards show them as a grid. */
  isSet?: true;
  /** Whether it is made within seconds, so that a page without a connection polls for it more often. */
  isQuick?: true;
  /** Refuses users who have never paid, in place of the general sentence. */
  upgradeMessage?: string;
  /** The address of the form of any of its kinds, which also works for kinds that were renamed. */
  formPath?: `/creator/${string}`;
  /** The form that opens at the address of an unknown kind. Without one there is no such page. */
  firstKind?: string;
  /** Its kinds share a page for each mode, on which the kind is chosen as a model. */
  hasPagePerMode?: true;
  /** The messages that its forms need beside those of all forms. */
  formMessages?: string;
  /** Distinguishes the labels of fields that are required from those that may be left out. */
  requiredLabels?: string;
  /** The media whose forms pass on to its forms what the user has set. */
  takesOverFrom: readonly string[];
  /** Counts as fast up to this time. */
  fastSeconds: number;
};

const table = {
  video: {
    libraryType: 'video',
    menuGroup: 'video',
    createPath: '/api/wan/createVideo',
    historyApiPath: '/api/video-generation',
    webhookPath: '/api/wan/getResult',
    typeField: 'video_generation_type',
    folder: 'videos',
    isMoving: true,
    formPath: '/creator/video-generation',
    firstKind: 'text-to-video',
    takesOverFrom: ['video', 'image'],
    fastSeconds: 60,
  },
  image: {
    libraryType: 'image',
    menuGroup: 'image',
    createPath: '/api/wan/createImage',
    historyApiPath: '/api/image-generation',
    webhookPath: '/api/wan/getImageResult',
    typeField: 'image_generation_type',
    isNamedByMode: true,
    folder: 'images',
    isStill: true,
    isSet: true,
    isQuick: true,
    formPath: '/creator/image-generation',
    hasPagePerMode: true,
    takesOverFrom: ['image'],
    fastSeconds: 10,
  },
  audio: {
    libraryType: 'audio',
    menuGroup: 'audio',
    createPath: '/api/wan/createAudio',
    historyApiPath: '/api/audio-generation',
    webhookPath: '/api/wan/getAudioResult',
    typeField: 'audio_generation_type',
    folder: 'sounds',
    isHeard: true,
    upgradeMessage: 'Please upgrade your account to generate audio',
    formMessages: 'audio',
    requiredLabels: 'sound',
    takesOverFrom: [],
    fastSeconds: 30,
  },
  text: {
    libraryType: 'image-understanding',
    menuGroup: 'understanding',
    createPath: '/api/image-understanding/create',
    historyApiPath: '/api/image-understanding',
    webhookPath: '/api/wan/getUnderstandingResult',
    typeField: 'text_generation_type',
    folder: 'answers',
    isText: true,
    formMessages: 'understanding',
    takesOverFrom: [],
    fastSeconds: 10,
  },
} as const satisfies Readonly<Record<Medium, Facts>>;

type Table = typeof table;

/** A column of the table as it is written; absent facts are undefined. */
type FactOf<Name extends keyof Facts> = {
  readonly [Each in Medium]: Table[Each] extends Readonly<Record<Name, infer Value>> ? Value : undefined;
};

export const mediumFacts: Readonly<Record<Medium, { readonly [Name in keyof Facts]: FactOf<Name>[Medium] }>> =
  table;

/** One fact of every medium. */
export function selectFact<Name extends keyof Facts>(name: Name): FactOf<Name> {
  const column: Readonly<Record<string, unknown>> = Object.fromEntries(
    media.map((each) => [each, mediumFacts[each][name]]),
  );
  return column as FactOf<Name>;
}

export type LibraryType = Table[Medium]['libraryType'];

/** The page of the library that lists a medium. */
export function libraryPath(medium: Medium): `/creator/history/${LibraryType}` {
  return `/creator/history/${mediumFacts[medium].libraryType}`;
}
