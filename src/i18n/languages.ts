import type { Language } from '@/contract/entities'

/** Each language by its own name, the default first. */
export const languageNames: Record<Language, string> = { 'zh-CN': '简体中文', en: 'English', 'zh-TW': '繁體中文' }
