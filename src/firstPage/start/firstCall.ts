/** The call that the server expects of a page first (server/web/firstCall.ts). */
export interface FirstCall {
  /** Of the list; `share` for a link. */
  space: string
  /** Of the call, as the app will write it. */
  path: string
  /** Its answer, where the page brought it. */
  text: string | null
}

/** Reads and removes it: nothing of it stays for whoever comes after its reader. */
export function takeFirstCall(): FirstCall | null {
  const element = document.getElementById('first')
  if (!element) return null
  element.remove()
  return { space: element.dataset.space!, path: element.dataset.path!, text: element.textContent || null }
}
