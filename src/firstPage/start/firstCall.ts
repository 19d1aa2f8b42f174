/** The first call of a page, as the server expects it (server/web/firstCall.ts). */
export interface FirstCall {
  /** Space of the list; `share` for a link. */
  space: string
  /** Path of the call, exactly as the app will request it. */
  path: string
  /** The answer, where the server wrote it into the page. */
  text: string | null
}

/** Reads and removes it, so that no later user of the page can read it. */
export function takeFirstCall(): FirstCall | null {
  const element = document.getElementById('first')
  if (!element) return null
  element.remove()
  return { space: element.dataset.space!, path: element.dataset.path!, text: element.textContent || null }
}
