import { type CutPlan, countClipSeconds, countPlanSeconds } from '@atelier/catalog/cuts';
import { createStore } from '#lib/store.ts';
import type { BenchClip } from './bench-clip.ts';
import { findClipAt, findDarkness, toSourceMoment } from './clip-times.ts';

export type PlayedCut = { clips: readonly BenchClip[]; sound: CutPlan['sound'] };

type Parts = {
  /** Two videos: clips take turns, so that the next one is ready while one plays. */
  videos: readonly HTMLVideoElement[];
  sound: HTMLMediaElement | null;
  /** Black above the picture, for fades. */
  shade: HTMLElement | null;
};

/** Largest drift of the added sound that is left alone. */
const maxDriftSeconds = 0.25;
/** Seconds before the end of a clip at which its last picture is shown already. */
const endSlackSeconds = 0.02;
/** Rounding of sums of lengths. */
const sameMomentSeconds = 0.001;

/** Plays a cut in the browser, from the videos that it is made of. */
export class Playback {
  /** Moment of the result that is shown, in seconds. */
  readonly moment = createStore(0);
  readonly isPlaying = createStore(false);
  /** Place of the clip that is shown. */
  readonly clipIndex = createStore(0);
  #cut: PlayedCut = { clips: [], sound: null };
  #parts: Parts = { videos: [], sound: null, shade: null };
  #frame = 0;
  /** Which run of a repeated clip plays. */
  #run = 0;

  attach(parts: Parts): void {
    this.#parts = parts;
  }

  /** Takes over a cut and shows its picture at a moment. Another cut pauses; the same one plays on. */
  take(cut: PlayedCut, moment: number): void {
    const isThere = Math.abs(moment - this.moment.get()) < sameMomentSeconds;
    if (cut === this.#cut && isThere) return;
    if (cut !== this.#cut) this.pause();
    this.#cut = cut;
    this.seek(moment);
  }

  /** Shows the moment once more, after an element has taken another source. */
  refresh(): void {
    if (!this.isPlaying.get()) this.#show(this.moment.get());
  }

  seek(seconds: number): void {
    const wasPlaying = this.isPlaying.get();
    this.pause();
    this.#show(seconds);
    if (wasPlaying) this.play();
  }

  toggle(): void {
    if (this.isPlaying.get()) this.pause();
    else this.play();
  }

  play(): void {
    if (this.#cut.clips.length === 0) return;
    const isAtEnd = this.moment.get() >= this.#countSeconds() - endSlackSeconds;
    this.#show(isAtEnd ? 0 : this.moment.get());
    this.isPlaying.set(true);
    this.#start();
    this.#frame = requestAnimationFrame(this.#tick);
  }

  pause(): void {
    cancelAnimationFrame(this.#frame);
    this.isPlaying.set(false);
    for (const video of this.#parts.videos) video.pause();
    this.#parts.sound?.pause();
  }

  #countSeconds(): number {
    return countPlanSeconds({ clips: [...this.#cut.clips] });
  }

  #findVideo(index: number): HTMLVideoElement | undefined {
    return this.#parts.videos[index % 2];
  }

  #show(seconds: number): void {
    const at = findClipAt(this.#cut.clips, seconds);
    this.moment.set(at ? at.begin + at.within : 0);
    if (!at) return;
    const { clip, index, within } = at;
    this.clipIndex.set(index);
    this.#run = Math.min(clip.repeats - 1, Math.floor(within / countRun(clip)));
    moveTo(this.#findVideo(index), Math.min(toSourceMoment(clip, within), clip.end - endSlackSeconds));
    this.#adjust(clip, within);
    this.#prepareNext(index);
  }

  /** Brings speed, loudness and fade of the shown clip to what its settings say. */
  #adjust(clip: BenchClip, within: number): void {
    const { shade, sound } = this.#parts;
    const darkness = findDarkness(clip, within);
    if (shade) shade.style.opacity = String(darkness);
    if (sound) sound.volume = Math.min(1, this.#cut.sound?.volume ?? 1);
    const video = this.#findVideo(this.clipIndex.get());
    if (!video) return;
    video.playbackRate = clip.speed;
    video.muted = this.#cut.sound?.mode === 'replace' || clip.volume === 0;
    video.volume = Math.min(1, clip.volume) * (1 - darkness);
  }

  #prepareNext(index: number): void {
    const next = this.#cut.clips[index + 1];
    if (next) moveTo(this.#findVideo(index + 1), next.start);
  }

  #start(): void {
    const video = this.#findVideo(this.clipIndex.get());
    // `play` rejects when a pause or another source interrupts it, which is no error.
    video?.play().catch(() => video.error && this.pause());
    this.#followSound(true);
  }

  /** Keeps the added sound at the moment of the cut; it ends where its file does. */
  #followSound(isStarting = false): void {
    const { sound } = this.#parts;
    if (!sound || !this.#cut.sound) return;
    const seconds = this.moment.get();
    const isOver = Number.isFinite(sound.duration) && seconds >= sound.duration;
    if (isOver || !this.isPlaying.get()) {
      sound.pause();
      return;
    }
    if (isStarting || Math.abs(sound.currentTime - seconds) > maxDriftSeconds) sound.currentTime = seconds;
    if (sound.paused) sound.play().catch(() => undefined);
  }

  readonly #tick = (): void => {
    this.#frame = requestAnimationFrame(this.#tick);
    const index = this.clipIndex.get();
    const clip = this.#cut.clips[index];
    const video = this.#findVideo(index);
    if (!clip || !video) {
      this.pause();
      return;
    }
    if (video.seeking || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    const runSeconds = countRun(clip);
    const isOver = video.ended || video.currentTime >= clip.end - endSlackSeconds;
    const passed = isOver ? runSeconds : Math.max(0, (video.currentTime - clip.start) / clip.speed);
    const within = this.#run * runSeconds + Math.min(runSeconds, passed);
    this.moment.set(this.#findBegin(index) + within);
    this.#adjust(clip, within);
    this.#followSound();
    if (isOver) this.#goOn(clip, index, video);
  };

  #findBegin(index: number): number {
    return this.#cut.clips.slice(0, index).reduce((sum, clip) => sum + countClipSeconds(clip), 0);
  }

  #goOn(clip: BenchClip, index: number, video: HTMLVideoElement): void {
    const next = this.#cut.clips[index + 1];
    if (this.#run + 1 < clip.repeats) {
      this.#run += 1;
      video.currentTime = clip.start;
      this.#start();
      return;
    }
    if (!next) {
      this.pause();
      return;
    }
    video.pause();
    this.#run = 0;
    this.clipIndex.set(index + 1);
    moveTo(this.#findVideo(index + 1), next.start);
    this.#adjust(next, 0);
    this.#start();
  }
}

function countRun(clip: BenchClip): number {
  return countClipSeconds({ ...clip, repeats: 1 });
}

/** Seeks a video unless it is there already, because a seek shows nothing for a moment. */
function moveTo(video: HTMLVideoElement | undefined, seconds: number): void {
  if (video && Math.abs(video.currentTime - seconds) > endSlackSeconds / 2) video.currentTime = seconds;
}
