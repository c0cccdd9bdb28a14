/** Where fal reports the end of a request, by medium. */
export const webhookPaths = {
  video: '/api/wan/getResult',
  image: '/api/wan/getImageResult',
  audio: '/api/wan/getAudioResult',
  text: '/api/wan/getUnderstandingResult',
} as const;
