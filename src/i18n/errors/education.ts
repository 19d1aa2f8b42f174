import type { Language } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'

/** What a school says otherwise (1§1). */
export const educationErrors: Record<Language, Partial<Record<ErrorCode, string>>> = {
  'zh-CN': {
    enterprise_expired: '学校的服务已到期，请联系管理员',
    personal_space_closed: '学校已关闭个人空间',
  },
  en: {
    enterprise_expired: 'Your school’s subscription has expired. Please contact your administrator.',
    personal_space_closed: 'Your school has turned off personal files.',
  },
  'zh-TW': {
    enterprise_expired: '學校的服務已到期，請聯絡管理員',
    personal_space_closed: '學校已關閉個人空間',
  },
}
