import type { CopyLater, OfferText } from './HandOver'

/** Copies a text that is not there yet when the user taps. Safari refuses a text after the tap, but accepts a promise within it (AH-08). */
export const copyLater: CopyLater = async (platform, text) => {
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard && typeof ClipboardItem === 'function') {
    try {
      const blob = text.then((plain) => new Blob([plain], { type: 'text/plain' }))
      return await clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    } catch {
      // A browser that refuses the promise may accept the text.
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
