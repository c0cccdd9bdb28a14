/** Beyond this a change of speed would take too long, so the follower jumps. */
const maxDriftSeconds = 0.25;
/** Smaller than what can be seen, and than the noise of the clocks. */
const deadSeconds = 0.004;
const maxNudge = 0.12;

/** How fast a follower has to play so that a drift (positive: it is ahead) is gone in about a third of a second. */
export function rateFor(driftSeconds: number): number {
  if (Math.abs(driftSeconds) < deadSeconds) return 1;
  return 1 - Math.min(maxNudge, Math.max(-maxNudge, driftSeconds * 3));
}

type StepState = { isPlaying: boolean; seconds: number; durationSeconds: number };

type Videos = readonly HTMLVideoElement[];

/**
 * Plays videos in step. The longest one is the clock; another one plays a little slower or faster while it is off, and
 * waits on its last frame where it is shorter. All begin again together. If one has to load, all wait.
 */
export class StepClock {
  readonly #videos: Videos;
  readonly #onChange: (state: StepState) => void;
  readonly #listening = new AbortController();
  #isPlaying = false;
  /** Number of the current start, which ends the one before it. */
  #run = 0;

  /** Takes at least one video. */
  constructor(videos: Videos, onChange: (state: StepState) => void) {
    this.#videos = videos;
    this.#onChange = onChange;
    const { signal } = this.#listening;
    for (const video of videos)
      for (const event of ['durationchange', 'seeked'])
        video.addEventListener(event, () => this.#report(), { signal });
  }

  play(): void {
    this.#isPlaying = true;
    const leader = this.#leader();
    void this.#start(isAtEnd(leader) ? 0 : leader.currentTime);
    this.#report();
  }

  pause(): void {
    this.#isPlaying = false;
    this.#hold();
    const { currentTime } = this.#leader();
    for (const video of this.#videos) move(video, currentTime);
    this.#report();
  }

  seek(seconds: number): void {
    if (this.#isPlaying) void this.#start(seconds);
    else for (const video of this.#videos) move(video, seconds);
    this.#report();
  }

  /** Ends the clock for good. */
  stop(): void {
    this.#listening.abort();
    this.#hold();
  }

  /** The first of the longest ones. */
  #leader(): HTMLVideoElement {
    return this.#videos.reduce((best, next) => (measureLength(next) > measureLength(best) ? next : best));
  }

  #report(): void {
    const leader = this.#leader();
    this.#onChange({
      isPlaying: this.#isPlaying,
      seconds: leader.currentTime,
      durationSeconds: measureLength(leader),
    });
  }

  /** Ends what runs. */
  #hold(): number {
    this.#run += 1;
    for (const video of this.#videos) {
      video.pause();
      video.playbackRate = 1;
    }
    return this.#run;
  }

  async #start(fromSeconds: number): Promise<void> {
    const own = this.#hold();
    const { signal } = this.#listening;
    for (const video of this.#videos) move(video, fromSeconds);
    await Promise.all(this.#videos.map((video) => untilReady(video, signal)));
    if (own !== this.#run) return;
    try {
      await Promise.all(this.#videos.filter(canPlay).map((video) => video.play()));
    } catch (error) {
      // A pause interrupts it; anything else is a browser that refuses to play.
      if (own !== this.#run) return;
      console.warn('The videos could not be played', error);
      this.pause();
    }
    this.#follow(own);
  }

  #follow(own: number): void {
    if (own !== this.#run) return;
    const leader = this.#leader();
    if (isAtEnd(leader)) return void this.#start(0);
    if (this.#videos.some(isStalled)) return void this.#start(leader.currentTime);
    for (const video of this.#videos) if (video !== leader) align(leader, video);
    this.#report();
    requestAnimationFrame(() => this.#follow(own));
  }
}

function measureLength({ duration }: HTMLVideoElement): number {
  return Number.isFinite(duration) ? duration : 0;
}

function align(leader: HTMLVideoElement, follower: HTMLVideoElement): void {
  if (follower.seeking || isAtEnd(follower)) return;
  const drift = follower.currentTime - leader.currentTime;
  if (Math.abs(drift) > maxDriftSeconds) {
    move(follower, leader.currentTime);
    return;
  }
  const rate = rateFor(drift);
  // Each change makes the browser set up its clock again.
  if (Math.abs(rate - follower.playbackRate) >= 0.01 || rate === 1) follower.playbackRate = rate;
}

function move(video: HTMLVideoElement, seconds: number): void {
  const target = Number.isFinite(video.duration) ? Math.min(seconds, video.duration) : seconds;
  if (Math.abs(video.currentTime - target) > deadSeconds) video.currentTime = target;
}

function isAtEnd(video: HTMLVideoElement): boolean {
  return video.ended || video.currentTime >= video.duration - deadSeconds;
}

/** Returns whether a video can play. A broken one must not hold up the others. */
function canPlay(video: HTMLVideoElement): boolean {
  return video.error === null && !isAtEnd(video);
}

function isStalled(video: HTMLVideoElement): boolean {
  const { error, seeking, readyState } = video;
  return error === null && !isAtEnd(video) && !seeking && readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
}

/** Resolves when the video can show the next frame at once. */
async function untilReady(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && video.error === null && (video.seeking || isStalled(video))) {
    await new Promise<void>((resolve) => {
      const heard = new AbortController();
      const done = () => {
        heard.abort();
        resolve();
      };
      for (const event of ['seeked', 'canplay', 'error'])
        video.addEventListener(event, done, { signal: heard.signal });
      signal.addEventListener('abort', done, { signal: heard.signal });
    });
  }
}
