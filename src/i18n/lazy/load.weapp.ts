import type { Language } from '@/contract/entities'

const catalogues: Record<Language, () => Promise<{ phrases: object }>> = {
  'zh-CN': () => import('./zhCN'),
  en: () => import('./en'),
  'zh-TW': () => import('./zhTW'),
}

/** The words behind the first page, out of the lazy package. */
export async function loadLazyWords(language: Language): Promise<object[]> {
  return [(await catalogues[language]()).phrases]
}

/** WeChat fetches the lazy package beside the first page. */
export function needLazyWords(): void {}
export function scheduleLazyWords(): void {}
