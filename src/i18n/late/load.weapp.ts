import type { Language } from '@/contract/entities'

const catalogues: Record<Language, () => Promise<{ phrases: object }>> = {
  'zh-CN': () => import('./zhCN'),
  en: () => import('./en'),
  'zh-TW': () => import('./zhTW'),
}

/** The words behind the first page, out of the late package. */
export async function loadLateWords(language: Language): Promise<object[]> {
  return [(await catalogues[language]()).phrases]
}

/** WeChat fetches the late package beside the first page. */
export function hurryLateWords(): void {}
export function wantLateWords(): void {}
