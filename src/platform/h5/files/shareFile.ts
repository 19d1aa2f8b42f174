import { DocumentRefused, type HandOver } from '../../Platform'

/** The optional features of a browser for sharing; many lack them. */
export type Sharing = Pick<globalThis.Navigator, 'userAgent'> &
  Partial<Pick<globalThis.Navigator, 'share' | 'canShare' | 'userActivation'>>

/** Whether the system's share sheet accepts such a file. */
export function acceptsFile(browser: Sharing, file: File): boolean {
  return Boolean(browser.share && browser.canShare?.({ files: [file] }))
}

/** Passes a file to the system's share sheet, within the user's tap, which is valid for some seconds. @throws DocumentRefused */
export async function shareFile(browser: Sharing, file: File): Promise<HandOver> {
  const { userActivation: tap } = browser
  if (tap && !tap.isActive) return 'tap'
  try {
    await browser.share?.({ files: [file] })
    return 'done'
  } catch (failure) {
    const name = failure instanceof DOMException ? failure.name : ''
    if (name === 'AbortError') return 'canceled'
    // Browsers throw this for an expired tap and for a file type that they refuse.
    if (name === 'NotAllowedError' && !tap) return 'tap'
    throw new DocumentRefused('viewer', { cause: failure })
  }
}
