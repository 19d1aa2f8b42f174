import type { Language, Wording } from '@/contract/entities'

const languages: readonly Language[] = ['zh-CN', 'en', 'zh-TW']
const wordings: readonly Wording[] = ['default', 'education']

/** The two preferences as they were kept; anything else than a known value counts as none. */
export function languageChoice(language: unknown, wording: unknown): { language?: Language; wording?: Wording } {
  return {
    language: languages.find((known) => known === language),
    wording: wordings.find((known) => known === wording),
  }
}
