import type { Language } from '@/contract/entities'

/**
 * The language that somebody reads whose device asks for these, the most wanted first; undefined where it is none that we speak.
 * @param tags as in BCP 47, such as `zh-Hant-HK`, or as WeChat writes them: `zh_HK`
 */
export function closestLanguage(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const [language, ...rest] = tag.toLowerCase().split(/[-_]/)
    if (language === 'en') return 'en'
    if (language === 'zh') return isTraditional(rest) ? 'zh-TW' : 'zh-CN'
  }
  return undefined
}

/** The script says it, else the region. */
function isTraditional(subtags: readonly string[]): boolean {
  if (subtags.includes('hant')) return true
  return !subtags.includes('hans') && ['tw', 'hk', 'mo'].some((region) => subtags.includes(region))
}
