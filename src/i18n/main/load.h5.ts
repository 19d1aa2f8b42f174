import type { Language, Wording } from '@/contract/entities'

const catalogues: Record<Language, () => Promise<{ phrases: object }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "words-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "words-zh-TW" */ './zhTW'),
}

const overlays: Record<Language, () => Promise<{ education: object }>> = {
  'zh-CN': () => import(/* webpackChunkName: "words-education-zh-CN" */ './education.zhCN'),
  en: () => import(/* webpackChunkName: "words-education-en" */ './education.en'),
  'zh-TW': () => import(/* webpackChunkName: "words-education-zh-TW" */ './education.zhTW'),
}

/** No catalogue is available before it was fetched. */
export const mainWordsNow = (_language: Language, _wording: Wording): object[] | null => null

/** The catalogues of a language, the overlay of its wording last. Each is a chunk of its own. */
export async function loadMainWords(language: Language, wording: Wording): Promise<object[]> {
  if (wording === 'default') return [(await catalogues[language]()).phrases]
  const [base, overlay] = await Promise.all([catalogues[language](), overlays[language]()])
  return [base.phrases, overlay.education]
}
