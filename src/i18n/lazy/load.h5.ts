import type { Language } from '@/contract/entities'

const catalogues: Record<Language, () => Promise<{ phrases: object }>> = {
  'zh-CN': () => import(/* webpackChunkName: "lazy-words-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "lazy-words-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "lazy-words-zh-TW" */ './zhTW'),
}

/** ms after which they load even on a busy page */
const patience = 2000

let want: () => void
const wanted = new Promise<void>((resolve) => {
  want = resolve
})

/** The words that the first page does not need; they load on demand. */
export async function loadLazyWords(language: Language): Promise<object[]> {
  await wanted
  return [(await catalogues[language]()).phrases]
}

/** A screen that needs these words is opening. */
export function needLazyWords(): void {
  want()
}

/** The first page is drawn. */
export function scheduleLazyWords(): void {
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
  whenIdle(() => want(), { timeout: patience })
}
