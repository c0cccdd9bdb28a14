import type { PushLanguage, ReportReason } from '@atelier/contract';

type Decision = 'kept' | 'removed' | 'restored';
type Medium = 'video' | 'image' | 'audio' | 'text';
type Texts = { subject: string; text: string };

/** Places in braces are filled in by `composeMail`. */
export type MailWords = {
  reportAddress: Texts & { action: string; ignore: string };
  reportDecision: Readonly<Record<Decision, Texts>>;
  reported: string;
  workDecision: Readonly<Record<Decision, Texts>>;
  note: string;
  open: string;
  contest: string;
  noReply: string;
  works: Readonly<Record<Medium, string>>;
  reasons: Readonly<Record<ReportReason, string>>;
};

/** What mails say, in each language of the web app. */
export const mailWords: Readonly<Record<PushLanguage, MailWords>> = {
  en: {
    reportAddress: {
      subject: 'Confirm your e-mail address',
      text: 'Someone reported a page on Atelier and gave this address for the answer. If that was you, confirm it, and we will mail you our decision. The link works for {days} days.',
      action: 'Confirm this address',
      ignore: 'If it was not you, ignore this mail: nothing else will be sent to you about it.',
    },
    reportDecision: {
      kept: {
        subject: 'Your report: the page stays',
        text: 'We have looked at the page that you reported and found that it does not break our rules.',
      },
      removed: {
        subject: 'Your report: the page was removed',
        text: 'We have taken down the page that you reported, and it cannot be shared again.',
      },
      restored: {
        subject: 'Your report: the page was restored',
        text: 'We have looked again at the page that you reported and taken its removal back.',
      },
    },
    reported: 'Your report of {date}: {reason}.',
    workDecision: {
      kept: {
        subject: 'A report of your work was dismissed',
        text: 'The shared page of {work} was reported. We have looked at it and found that it does not break our rules.',
      },
      removed: {
        subject: 'Your work was taken down',
        text: 'The shared page of {work} was reported, and we have taken it down. You can still see it, but you cannot share it again.',
      },
      restored: {
        subject: 'Your work was restored',
        text: 'We have looked again at {work} and taken its removal back. You can share it again.',
      },
    },
    note: 'Our reason: {note}',
    open: 'Open it in Atelier',
    contest: 'If you think that this is wrong, contact us by the address on our terms page: {terms}',
    noReply: 'This mail was sent automatically; replies to it are not read.',
    works: {
      video: 'your video of {date}',
      image: 'your image of {date}',
      audio: 'your sound of {date}',
      text: 'your answer of {date}',
    },
    reasons: {
      intimate: 'intimate images without consent',
      minor: 'abuse of a minor',
      violence: 'violence',
      hate: 'hate',
      copyright: 'copyright',
      privacy: 'privacy',
      deception: 'deception',
      other: 'something else',
    },
  },
  'zh-CN': {
    reportAddress: {
      subject: '请确认你的电子邮箱',
      text: '有人在 Atelier 举报了一个页面，并填写了此邮箱以接收结果。如果是你本人，请确认此邮箱，我们会将决定发送给你。链接 {days} 天内有效。',
      action: '确认此邮箱',
      ignore: '如果不是你本人，请忽略此邮件：我们不会再就此事向你发送邮件。',
    },
    reportDecision: {
      kept: { subject: '你的举报：页面保留', text: '我们审核了你举报的页面，认为它没有违反我们的规定。' },
      removed: { subject: '你的举报：页面已移除', text: '我们已将你举报的页面下架，且无法再次分享。' },
      restored: { subject: '你的举报：页面已恢复', text: '我们再次审核了你举报的页面，并撤回了移除决定。' },
    },
    reported: '你于 {date} 的举报：{reason}。',
    workDecision: {
      kept: {
        subject: '对你作品的举报未成立',
        text: '{work}的分享页面被举报。经审核，它没有违反我们的规定。',
      },
      removed: {
        subject: '你的作品已被下架',
        text: '{work}的分享页面被举报，我们已将其下架。你仍可查看，但无法再次分享。',
      },
      restored: {
        subject: '你的作品已恢复',
        text: '我们再次审核了{work}，并撤回了移除决定。你可以再次分享。',
      },
    },
    note: '理由：{note}',
    open: '在 Atelier 中查看',
    contest: '如果你认为此决定有误，请通过条款页面上的联系方式联系我们：{terms}',
    noReply: '此邮件由系统自动发送，请勿回复。',
    works: {
      video: '你于 {date} 生成的视频',
      image: '你于 {date} 生成的图片',
      audio: '你于 {date} 生成的音频',
      text: '你于 {date} 生成的回答',
    },
    reasons: {
      intimate: '未经同意的私密影像',
      minor: '侵害未成年人',
      violence: '暴力',
      hate: '仇恨内容',
      copyright: '版权',
      privacy: '隐私',
      deception: '欺骗性内容',
      other: '其他问题',
    },
  },
};
