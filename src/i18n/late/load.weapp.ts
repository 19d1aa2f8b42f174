import type { Language } from '@/contract/entities'
import { phrases as en } from './en'
import { phrases as zhCN } from './zhCN'
import { phrases as zhTW } from './zhTW'

const catalogues: Record<Language, object> = { 'zh-CN': zhCN, en, 'zh-TW': zhTW }

/** The words behind the first page; a mini-program carries them all. */
export function loadLateWords(language: Language): Promise<object[]> {
  return Promise.resolve([catalogues[language]])
}

/** Nothing is waited for here. */
export function hurryLateWords(): void {}
export function wantLateWords(): void {}
