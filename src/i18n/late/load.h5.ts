import type { Language } from '@/contract/entities'

const catalogues: Record<Language, () => Promise<{ phrases: object }>> = {
  'zh-CN': () => import(/* webpackChunkName: "late-words-zh-CN" */ './zhCN'),
  en: () => import(/* webpackChunkName: "late-words-en" */ './en'),
  'zh-TW': () => import(/* webpackChunkName: "late-words-zh-TW" */ './zhTW'),
}

/** ms after which even a busy page gets them */
const patience = 3000

let hurry: () => void
const wanted = new Promise<void>((resolve) => {
  hurry = resolve
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 300))
  addEventListener('load', () => whenIdle(() => resolve(), { timeout: patience }))
})

/** The words behind the first page, which does without them: they come when it stands, or is told to hurry. */
export async function loadLateWords(language: Language): Promise<object[]> {
  await wanted
  return [(await catalogues[language]()).phrases]
}

/** A screen that shows such words is on its way. */
export function hurryLateWords(): void {
  hurry()
}
