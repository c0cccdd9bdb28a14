/** The languages of the notifications, which are those of the web app. */
export const pushLanguages = ['en', 'zh-CN'] as const;
