import type { CopyLater, OfferText } from './HandOver'

/**
 * Puts a text on the clipboard that is not there yet when the user taps: Safari takes nothing that comes after the tap, but a promise
 * within it (AH-08).
 */
export const copyLater: CopyLater = async (platform, text) => {
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard && typeof ClipboardItem === 'function') {
    try {
      const blob = text.then((plain) => new Blob([plain], { type: 'text/plain' }))
      return await clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    } catch {
      // What it refused as a promise it may take as a text.
    }
  }
  await platform.copyText(await text)
}

/** The system's share sheet (AH-16); absent where the browser has none. */
export const offerText: OfferText | undefined =
  typeof navigator.share === 'function'
    ? async (data) => {
        try {
          await navigator.share(data)
          return 'done'
        } catch (error) {
          return (error as DOMException).name === 'AbortError' ? 'canceled' : 'failed'
        }
      }
    : undefined
