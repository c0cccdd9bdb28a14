import type { PageLanguage } from '../openid/words.ts';

export type CheckoutWords = {
  title: string;
  /** Said first: this is no payment. */
  notice: string;
  amount: string;
  complete: string;
  cancel: string;
  fail: string;
  goneTitle: string;
  goneAdvice: string;
  back: string;
};

const english: CheckoutWords = {
  title: 'Test checkout',
  notice: 'No money moves. This page is part of the local stack; nothing leaves this machine.',
  amount: 'To pay',
  complete: 'Complete the payment',
  cancel: 'Cancel',
  fail: 'Let the payment fail',
  goneTitle: 'This checkout is over',
  goneAdvice:
    'It was used before, or the local stack was started again. Go back to the application and begin anew.',
  back: 'Back to the application',
};

const chinese: CheckoutWords = {
  title: '测试结账',
  notice: '不会产生任何扣款。此页面属于本地环境，数据不会离开这台电脑。',
  amount: '应付金额',
  complete: '完成付款',
  cancel: '取消',
  fail: '模拟付款失败',
  goneTitle: '此结账已结束',
  goneAdvice: '它已被使用过，或本地环境已重新启动。请返回应用重新开始。',
  back: '返回应用',
};

export function checkoutWords(language: PageLanguage): CheckoutWords {
  return language === 'zh-CN' ? chinese : english;
}
