import type { Language } from '@/contract/entities'

const catalogues: Record<Language, () => Promise<{ phrases: object }>> = {
  'zh-CN': () => import('./zhCN'),
  en: () => import('./en'),
  'zh-TW': () => import('./zhTW'),
}

/** The words after the first page, from the lazy package. */
export async function loadLazyWords(language: Language): Promise<object[]> {
  return [(await catalogues[language]()).phrases]
}

/** WeChat fetches the lazy package in parallel with the first page. */
export function needLazyWords(): void {}
export function scheduleLazyWords(): void {}
