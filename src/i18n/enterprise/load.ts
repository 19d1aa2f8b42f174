import { wordsLoader } from '../wordsLoader'
import type { Language } from '@/contract/entities'
import type { Overlay } from '../Phrase'
import type { PromotionPhrases } from './zhCN'

/** The overrides for schools. English has none, because it says "organisation". */
export const education: Record<Language, Overlay<PromotionPhrases>> = {
  'zh-CN': {
    promotion: {
      starter: { text: '学校管理员可为学校领取一次入门版优惠券', register: '注册新学校' },
      finished: { text: '入门版优惠券已发放到你的学校' },
      administratorsOnly: '只有学校管理员可以领取',
    },
  },
  en: {},
  'zh-TW': {
    promotion: {
      starter: { text: '學校管理員可為學校領取一次入門版優惠券', register: '註冊新學校' },
      finished: { text: '入門版優惠券已發放到你的學校' },
      administratorsOnly: '只有學校管理員可以領取',
    },
  },
}

/** The words of promotions. */
export const loadPromotionWords = wordsLoader<'promotion'>(
  {
    'zh-CN': () => import(/* webpackMode: "eager" */ './zhCN'),
    en: () => import(/* webpackMode: "eager" */ './en'),
    'zh-TW': () => import(/* webpackMode: "eager" */ './zhTW'),
  },
  education,
)
