import { DocumentRefused, type HandOver } from '../../Platform'

/** What a browser may have; many have none of it. */
export type Sharing = Pick<globalThis.Navigator, 'userAgent'> &
  Partial<Pick<globalThis.Navigator, 'share' | 'canShare' | 'userActivation'>>

/** Whether the system's sheet takes such a file. */
export function takesFile(browser: Sharing, file: File): boolean {
  return Boolean(browser.share && browser.canShare?.({ files: [file] }))
}

/** Gives a file to the system's sheet, within the user's tap, which counts for some seconds. @throws DocumentRefused */
export async function shareFile(browser: Sharing, file: File): Promise<HandOver> {
  const { userActivation: tap } = browser
  if (tap && !tap.isActive) return 'tap'
  try {
    await browser.share?.({ files: [file] })
    return 'done'
  } catch (failure) {
    const name = failure instanceof DOMException ? failure.name : ''
    if (name === 'AbortError') return 'canceled'
    // A browser says the same of a tap that is too old and of a file that it passes on to nobody.
    if (name === 'NotAllowedError' && !tap) return 'tap'
    throw new DocumentRefused('viewer', { cause: failure })
  }
}
