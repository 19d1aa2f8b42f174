import type { Language } from '@/contract/entities'

/**
 * The first supported language among the preferred languages of a device; undefined if there is none.
 * @param tags BCP 47 tags such as `zh-Hant-HK`, or WeChat's form `zh_HK`, most preferred first
 */
export function closestLanguage(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const [language, ...rest] = tag.toLowerCase().split(/[-_]/)
    if (language === 'en') return 'en'
    if (language === 'zh') return isTraditional(rest) ? 'zh-TW' : 'zh-CN'
  }
  return undefined
}

/** The script decides, else the region. */
function isTraditional(subtags: readonly string[]): boolean {
  if (subtags.includes('hant')) return true
  return !subtags.includes('hans') && ['tw', 'hk', 'mo'].some((region) => subtags.includes(region))
}
