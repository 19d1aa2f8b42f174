import type { Language } from '@/contract/entities'

interface OfficeWords {
  back: string
  failed: string
}

/** The words of the server's page around the office service (DOC-10). */
export const officeWords: Record<Language, OfficeWords> = {
  'zh-CN': { back: '返回', failed: '不能在线编辑' },
  en: { back: 'Back', failed: 'This file cannot be edited online' },
  'zh-TW': { back: '返回', failed: '不能線上編輯' },
}
