import { readBoot, type Boot } from '@/api/boot'
import { startStorage as storage } from '@/platform/h5/storage'
import { CACHED_LIST_KEY } from '@/stores/items/lists/cachedList'
import { KEPT_KEY, type Kept } from '../keep/kept'

/** The data that the server wrote into the page for the scripts before the app; null where it wrote none. */
export const boot = readBoot(JSON.parse(document.getElementById('boot')?.textContent ?? 'null'))

/** The first call of a page, as the server expects it (server/web/firstCall.ts). */
export interface FirstCall {
  /** Space of the list; `share` for a link. */
  space: string
  /** Path of the call, exactly as the app will request it. */
  path: string
  /** The answer, where the server wrote it into the page. */
  text: string | null
}

/** Returns the page's first call; null if there is none. */
export function takeFirstCall(): FirstCall | null {
  const element = takeFirst()
  return element && { space: element.dataset.space!, path: element.dataset.path!, text: element.textContent || null }
}

/** Returns the answers that a page carries by the address of their call; null if there are none. */
export function takeAnswers<T>(): [path: string, answer: T][] | null {
  const element = takeFirst()
  return element && Object.entries(JSON.parse(element.textContent!) as Record<string, T>)
}

/** Removes the data from the page, so that no later user of the page can read it. */
function takeFirst(): HTMLElement | null {
  const element = document.getElementById('first')
  element?.remove()
  return element
}

/**
 * If the session ended elsewhere or belongs to another user: erases the stored data of the former user and removes their list from the screen.
 */
export function forgetOthers({ base_info: { user_info: user } }: Boot): void {
  if (storage.read<Kept>(KEPT_KEY)?.userId === user?.id) return
  storage.remove(KEPT_KEY)
  storage.remove(CACHED_LIST_KEY)
  document.getElementById('shell')!.replaceChildren()
}
