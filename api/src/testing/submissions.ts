export const createVideoPath = '/api/wan/createVideo';

/** 300 credits. */
export const textToVideo = { video_generation_type: 'text-to-video', prompt: 'A paper boat on the rain' };

export type CreatedVideo = {
  id: string;
  request_id: string;
  status: string;
  credits: { cost: number; left_credits: number };
};
