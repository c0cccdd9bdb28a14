import type { LocalAccount } from './accounts.ts';

export type PageLanguage = 'en' | 'zh-CN';

export type PageWords = {
  title: string;
  intro: string;
  accounts: Record<LocalAccount['describedAs'], string>;
  otherLabel: string;
  otherHint: string;
  otherButton: string;
  badAddress: string;
  problemTitle: string;
  problemAdvice: string;
};

const english: PageWords = {
  title: 'Choose an account',
  intro: 'This sign-in page is part of the local stack. No password, nothing leaves this machine.',
  accounts: {
    paid: 'Has paid, 20,000 credits to spend',
    unpaid: 'Has never paid, sees what asks for an upgrade',
    operator: 'Has paid, administrator, sees the queues',
  },
  otherLabel: 'Or any other address',
  otherHint: 'A new address becomes a new account.',
  otherButton: 'Continue',
  badAddress: 'Please enter an e-mail address such as anna@example.com.',
  problemTitle: 'Sign-in did not work',
  problemAdvice: 'Go back to the application and begin again.',
};

const chinese: PageWords = {
  title: '选择账号',
  intro: '此登录页面属于本地环境。无需密码，数据不会离开这台电脑。',
  accounts: {
    paid: '已付费，有 20,000 积分可用',
    unpaid: '从未付费，可查看升级提示',
    operator: '已付费，管理员，可查看队列',
  },
  otherLabel: '或使用其他邮箱',
  otherHint: '新邮箱会创建一个新账号。',
  otherButton: '继续',
  badAddress: '请输入邮箱地址，例如 anna@example.com。',
  problemTitle: '登录未成功',
  problemAdvice: '请返回应用重新开始。',
};

/** The words in the language that the browser names first of those we have; English otherwise. */
export function pageWords(acceptLanguage: string | undefined): { language: PageLanguage; words: PageWords } {
  const wanted = (acceptLanguage ?? '').split(',').map((part) => part.trim().toLowerCase());
  const first = wanted.find((tag) => tag.startsWith('zh') || tag.startsWith('en'));
  return first?.startsWith('zh') ? { language: 'zh-CN', words: chinese } : { language: 'en', words: english };
}
