/** Results as fal sends them (fal.md 3.1), for the contract tests of the kinds. */
export const wanVideoSample = {
  video: {
    url: 'https://v3.fal.media/files/lion/a1b2c3_output.mp4',
    content_type: 'video/mp4',
    file_name: 'output.mp4',
    file_size: 1842210,
  },
  seed: 839201,
};

/** The pro models give no seed. */
export const wanProSample = {
  video: { url: 'https://v3.fal.media/files/koala/p1_output.mp4', content_type: 'video/mp4' },
};
