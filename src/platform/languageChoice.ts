import type { Language, Wording } from '@/contract/entities'

const languages: readonly Language[] = ['zh-CN', 'en', 'zh-TW']
const wordings: readonly Wording[] = ['default', 'education']

/** The two stored preferences. An unknown value counts as none. */
export function languageChoice(language: unknown, wording: unknown): { language?: Language; wording?: Wording } {
  return {
    language: languages.find((known) => known === language),
    wording: wordings.find((known) => known === wording),
  }
}
