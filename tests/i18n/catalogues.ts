import type { Language } from '@/contract/entities'
import { education as accountEducation } from '@/i18n/session/load'
import { phrases as accountEn } from '@/i18n/session/en'
import { phrases as accountZhCN } from '@/i18n/session/zhCN'
import { phrases as accountZhTW } from '@/i18n/session/zhTW'
import { education as adminEducation } from '@/i18n/administration/load'
import { phrases as adminEn } from '@/i18n/administration/en'
import { phrases as adminZhCN } from '@/i18n/administration/zhCN'
import { phrases as adminZhTW } from '@/i18n/administration/zhTW'
import { education as educationEn } from '@/i18n/main/education.en'
import { education as educationZhCN } from '@/i18n/main/education.zhCN'
import { education as educationZhTW } from '@/i18n/main/education.zhTW'
import { phrases as documentEn } from '@/i18n/documents/en'
import { phrases as documentZhCN } from '@/i18n/documents/zhCN'
import { phrases as documentZhTW } from '@/i18n/documents/zhTW'
import { phrases as lazyEn } from '@/i18n/lazy/en'
import { phrases as lazyZhCN } from '@/i18n/lazy/zhCN'
import { phrases as lazyZhTW } from '@/i18n/lazy/zhTW'
import { phrases as en } from '@/i18n/main/en'
import { phrases as zhCN } from '@/i18n/main/zhCN'
import { phrases as zhTW } from '@/i18n/main/zhTW'
import { phrases as collectEn } from '@/i18n/fileRequests/en'
import { phrases as collectZhCN } from '@/i18n/fileRequests/zhCN'
import { phrases as collectZhTW } from '@/i18n/fileRequests/zhTW'
import { education as linksEducation } from '@/i18n/shares/links/load'
import { phrases as linksEn } from '@/i18n/shares/links/en'
import { phrases as linksZhCN } from '@/i18n/shares/links/zhCN'
import { phrases as linksZhTW } from '@/i18n/shares/links/zhTW'
import { education as membersEducation } from '@/i18n/members/load'
import { phrases as membersEn } from '@/i18n/members/en'
import { phrases as membersZhCN } from '@/i18n/members/zhCN'
import { phrases as membersZhTW } from '@/i18n/members/zhTW'
import { phrases as messageEn } from '@/i18n/messages/en'
import { phrases as messageZhCN } from '@/i18n/messages/zhCN'
import { phrases as messageZhTW } from '@/i18n/messages/zhTW'
import { phrases as offlineEn } from '@/i18n/offline/en'
import { phrases as offlineZhCN } from '@/i18n/offline/zhCN'
import { phrases as offlineZhTW } from '@/i18n/offline/zhTW'
import { phrases as openEn } from '@/i18n/applications/en'
import { phrases as openZhCN } from '@/i18n/applications/zhCN'
import { phrases as openZhTW } from '@/i18n/applications/zhTW'
import { education as peopleEducation } from '@/i18n/contacts/load'
import { phrases as commentsEn } from '@/i18n/comments/en'
import { phrases as commentsZhCN } from '@/i18n/comments/zhCN'
import { phrases as commentsZhTW } from '@/i18n/comments/zhTW'
import { phrases as peopleEn } from '@/i18n/contacts/en'
import { phrases as peopleZhCN } from '@/i18n/contacts/zhCN'
import { phrases as peopleZhTW } from '@/i18n/contacts/zhTW'
import { phrases as pickEn } from '@/i18n/moving/en'
import { phrases as pickZhCN } from '@/i18n/moving/zhCN'
import { phrases as pickZhTW } from '@/i18n/moving/zhTW'
import { phrases as previewEn } from '@/i18n/previews/en'
import { phrases as previewZhCN } from '@/i18n/previews/zhCN'
import { phrases as previewZhTW } from '@/i18n/previews/zhTW'
import { phrases as consentEn } from '@/i18n/applications/consent/en'
import { phrases as consentZhCN } from '@/i18n/applications/consent/zhCN'
import { phrases as consentZhTW } from '@/i18n/applications/consent/zhTW'
import { phrases as arrivalEn } from '@/i18n/administration/arrival/en'
import { phrases as arrivalZhCN } from '@/i18n/administration/arrival/zhCN'
import { phrases as arrivalZhTW } from '@/i18n/administration/arrival/zhTW'
import { education as promotionEducation } from '@/i18n/enterprise/load'
import { phrases as promotionEn } from '@/i18n/enterprise/en'
import { phrases as promotionZhCN } from '@/i18n/enterprise/zhCN'
import { phrases as promotionZhTW } from '@/i18n/enterprise/zhTW'
import { phrases as searchEn } from '@/i18n/search/en'
import { phrases as searchZhCN } from '@/i18n/search/zhCN'
import { phrases as searchZhTW } from '@/i18n/search/zhTW'
import { education as shareEducation } from '@/i18n/shares/form/load'
import { phrases as shareEn } from '@/i18n/shares/form/en'
import { phrases as shareZhCN } from '@/i18n/shares/form/zhCN'
import { phrases as shareZhTW } from '@/i18n/shares/form/zhTW'
import { phrases as visitEn } from '@/i18n/landing/en'
import { phrases as visitZhCN } from '@/i18n/landing/zhCN'
import { phrases as visitZhTW } from '@/i18n/landing/zhTW'

export const packages: Record<string, Record<Language, object>> = {
  main: { 'zh-CN': zhCN, en, 'zh-TW': zhTW },
  lazy: { 'zh-CN': lazyZhCN, en: lazyEn, 'zh-TW': lazyZhTW },
  account: { 'zh-CN': accountZhCN, en: accountEn, 'zh-TW': accountZhTW },
  admin: { 'zh-CN': adminZhCN, en: adminEn, 'zh-TW': adminZhTW },
  arrival: { 'zh-CN': arrivalZhCN, en: arrivalEn, 'zh-TW': arrivalZhTW },
  consent: { 'zh-CN': consentZhCN, en: consentEn, 'zh-TW': consentZhTW },
  search: { 'zh-CN': searchZhCN, en: searchEn, 'zh-TW': searchZhTW },
  preview: { 'zh-CN': previewZhCN, en: previewEn, 'zh-TW': previewZhTW },
  collect: { 'zh-CN': collectZhCN, en: collectEn, 'zh-TW': collectZhTW },
  comments: { 'zh-CN': commentsZhCN, en: commentsEn, 'zh-TW': commentsZhTW },
  document: { 'zh-CN': documentZhCN, en: documentEn, 'zh-TW': documentZhTW },
  links: { 'zh-CN': linksZhCN, en: linksEn, 'zh-TW': linksZhTW },
  members: { 'zh-CN': membersZhCN, en: membersEn, 'zh-TW': membersZhTW },
  message: { 'zh-CN': messageZhCN, en: messageEn, 'zh-TW': messageZhTW },
  offline: { 'zh-CN': offlineZhCN, en: offlineEn, 'zh-TW': offlineZhTW },
  open: { 'zh-CN': openZhCN, en: openEn, 'zh-TW': openZhTW },
  people: { 'zh-CN': peopleZhCN, en: peopleEn, 'zh-TW': peopleZhTW },
  pick: { 'zh-CN': pickZhCN, en: pickEn, 'zh-TW': pickZhTW },
  promotion: { 'zh-CN': promotionZhCN, en: promotionEn, 'zh-TW': promotionZhTW },
  share: { 'zh-CN': shareZhCN, en: shareEn, 'zh-TW': shareZhTW },
  visit: { 'zh-CN': visitZhCN, en: visitEn, 'zh-TW': visitZhTW },
}

const mainOverlays = { 'zh-CN': educationZhCN, en: educationEn, 'zh-TW': educationZhTW }

/** Overlays of all packages, because a package does not repeat another's words. */
export const overlays = Object.fromEntries(
  Object.entries(mainOverlays).map(([language, overlay]) => {
    const of = language as Language
    const own = {
      ...accountEducation[of],
      ...adminEducation[of],
      ...shareEducation[of],
      ...linksEducation[of],
      ...peopleEducation[of],
      ...membersEducation[of],
      ...promotionEducation[of],
    }
    return [of, { ...overlay, ...own }]
  }),
) as Record<Language, object>

export const languages: readonly Language[] = ['zh-CN', 'en', 'zh-TW']

/** All words of a language, as the product shows them. */
export const allOf = (language: Language): object[] => Object.values(packages).map((catalogue) => catalogue[language])

/** The texts of a catalogue by dotted key. */
export function flat(catalogue: object, prefix = ''): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [name, value] of Object.entries(catalogue)) {
    if (typeof value === 'string') texts.set(prefix + name, value)
    else for (const [key, text] of flat(value as object, `${prefix}${name}.`)) texts.set(key, text)
  }
  return texts
}

/** The sorted names of a text's placeholders; each form of a plural must have the same ones. */
export function places(text: string): string[] {
  const forms = text.split('|').map((form) =>
    [...form.matchAll(/\{(\w+)\}/g)]
      .map(([, name]) => name ?? '')
      .sort()
      .join(),
  )
  return [...new Set(forms)]
}
