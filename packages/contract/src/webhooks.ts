/** Where fal reports the end of a job, by medium (rulings, "Endpoints"). */
export const webhookPaths = {
  video: '/api/wan/getResult',
  image: '/api/wan/getImageResult',
  audio: '/api/wan/getAudioResult',
  text: '/api/wan/getUnderstandingResult',
} as const;
