import type { PublicFilm } from '@atelier/contract';
import { ApiError, readCode } from '#lib/api/api-error.ts';
import { createStore } from '#lib/store.ts';
import { type FilmEdits, isSame } from './film-edits.ts';

/**
 * `offline`: the last try got no answer, and it is tried again. `refused`: the server does not take the edits.
 * `overtaken`: another window has changed the film; what was sent is kept as a version. `gone`: the film was deleted.
 */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused' | 'overtaken' | 'gone';

/** Edits that the server does not have yet, and the revision that was edited. */
export type FilmDraft = FilmEdits & { readonly revision: number };

type SaverOptions = {
  revision: number;
  saved: FilmEdits;
  send: (body: { revision: number } & Partial<FilmEdits>) => Promise<PublicFilm>;
  read: () => Promise<PublicFilm>;
  onFilm: (film: PublicFilm) => void;
  onRefused: (error: unknown) => void;
  /** Keeps what is not saved over a reload; undefined when all of it is. */
  keep: (draft: FilmDraft | undefined) => void;
  restMs?: number;
  retryMs?: number;
};

export function pickEdits({ name, document }: FilmEdits): FilmEdits {
  return { name, document };
}

const usualRestMs = 1_000;
const usualRetryMs = 5_000;

/** Saves a film as it is edited: after a pause, one request at a time, each with the revision of the last reply. */
export class FilmSaver {
  readonly state = createStore<SaveState>('saved');
  readonly #options: SaverOptions;
  #revision: number;
  #saved: FilmEdits;
  #present: FilmEdits;
  /** Edits whose request got no answer: the server may have them. */
  #unanswered: FilmEdits[] = [];
  /** Edits that were sent for a revision that had passed: they are a version. */
  #overtaken: FilmEdits | undefined;
  #running: Promise<boolean> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SaverOptions) {
    this.#options = options;
    this.#revision = options.revision;
    this.#saved = options.saved;
    this.#present = options.saved;
  }

  /** The revision that is edited. */
  get revision(): number {
    return this.#revision;
  }

  /** Takes over the present edits, and saves them after a pause. */
  change(edits: FilmEdits): void {
    if (edits === this.#present) return;
    this.#present = edits;
    // Sent after a reload, or before the newer film is loaded.
    if (this.#overtaken) this.#keepUnless(this.#overtaken);
    if (this.#isClosed()) return;
    this.#keepUnless(this.#saved);
    if (this.#running) return;
    if (this.#isSaved()) {
      clearTimeout(this.#timer);
      this.state.set('saved');
      return;
    }
    this.state.set('unsaved');
    this.#wait(this.#options.restMs ?? usualRestMs);
  }

  /** Saves at once. Resolves to whether all is saved. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    if (this.#isClosed()) return false;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Takes over a film that was read, unless it is older or something is unsaved. Returns what it is to the page. */
  adopt(film: PublicFilm): 'newer' | 'same' | 'ignored' {
    if (this.#isClosed() || film.revision < this.#revision) return 'ignored';
    if (film.revision === this.#revision) return 'same';
    if (this.#running || !this.#isSaved()) return 'ignored';
    this.#take(film);
    return 'newer';
  }

  /** Saves nothing more, because the film is deleted. Returns what undoes that. */
  close(): () => void {
    const before = this.state.get();
    clearTimeout(this.#timer);
    this.state.set('gone');
    return () => this.state.set(before);
  }

  /** Gives up the edits for the film of another window; what was not sent yet is kept as a version first. */
  async loadNewer(): Promise<PublicFilm> {
    const { send, read, keep } = this.#options;
    if (this.#overtaken && !isSame(this.#present, this.#overtaken))
      await send({ revision: this.#revision, ...this.#present }).catch((error: unknown) => {
        if (readCode(error) !== 'film_changed') throw error;
      });
    const film = await read();
    this.#take(film);
    this.#overtaken = undefined;
    keep(undefined);
    this.state.set('saved');
    return film;
  }

  async #run(): Promise<boolean> {
    while (!this.#isSaved()) {
      const sent = this.#present;
      this.state.set('saving');
      try {
        this.#accept(await this.#send(sent), sent);
      } catch (error) {
        const goesOn = await this.#answerRefusal(error, sent).catch(() => this.#tryLater());
        if (!goesOn) return false;
      }
    }
    return this.#end('saved');
  }

  #send({ name, document }: FilmEdits): Promise<PublicFilm> {
    return this.#options.send({
      revision: this.#revision,
      ...(name !== this.#saved.name && { name }),
      ...(!isSame(document, this.#saved.document) && { document }),
    });
  }

  /** Returns whether saving goes on. */
  async #answerRefusal(error: unknown, sent: FilmEdits): Promise<boolean> {
    if (readCode(error) === 'film_changed') {
      const film = await this.#options.read();
      // The reply to these edits, or to some before them, was lost.
      const known = [sent, ...this.#unanswered].find((edits) => isSame(pickEdits(film), edits));
      if (known) {
        this.#accept(film, known);
        return true;
      }
      this.#overtaken = sent;
      this.#keepUnless(sent);
      return this.#end('overtaken');
    }
    if (!(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500) {
      this.#unanswered.push(sent);
      return this.#tryLater();
    }
    if (error.status === 404) return this.#end('gone');
    this.#options.onRefused(error);
    return this.#end('refused');
  }

  #tryLater(): boolean {
    this.#wait(this.#options.retryMs ?? usualRetryMs);
    return this.#end('offline');
  }

  /**
   * A name is taken at any revision, so another window's document may be in the reply: it is loaded, or refuses the next
   * edits.
   */
  #accept(film: PublicFilm, edits: FilmEdits): void {
    const isNameAlone = isSame(edits.document, this.#saved.document);
    if (!isNameAlone || film.revision === this.#revision + 1) this.#revision = film.revision;
    this.#saved = edits;
    this.#unanswered = [];
    this.#keepUnless(edits);
    this.#options.onFilm(film);
  }

  #take(film: PublicFilm): void {
    this.#revision = film.revision;
    this.#saved = pickEdits(film);
    this.#present = this.#saved;
    this.#unanswered = [];
  }

  #keepUnless(known: FilmEdits): void {
    const isKnown = isSame(this.#present, known);
    this.#options.keep(isKnown ? undefined : { ...this.#present, revision: this.#revision });
  }

  #isSaved(): boolean {
    return isSame(this.#present, this.#saved);
  }

  #isClosed(): boolean {
    const state = this.state.get();
    return state === 'overtaken' || state === 'gone';
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), ms);
  }

  #end(state: SaveState): boolean {
    this.state.set(state);
    return state === 'saved';
  }
}
