import type { Language } from '@/contract/entities'

const catalogues: Record<Language, () => Promise<{ phrases: object }>> = {
  'zh-CN': () => import(/* webpackChunkName: "lazy-words-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "lazy-words-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "lazy-words-zh-TW" */ './zhTW'),
}

/** ms after which even a busy page gets them */
const patience = 2000

let want: () => void
const wanted = new Promise<void>((resolve) => {
  want = resolve
})

/** The words behind the first page, which does without them: they come once somebody wants them. */
export async function loadLazyWords(language: Language): Promise<object[]> {
  await wanted
  return [(await catalogues[language]()).phrases]
}

/** A screen that shows such words is on its way. */
export function needLazyWords(): void {
  want()
}

/** The first page stands. */
export function scheduleLazyWords(): void {
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
  whenIdle(() => want(), { timeout: patience })
}
