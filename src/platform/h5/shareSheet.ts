import { DocumentRefused, type HandOver, type ShareSheet } from '../Platform'
import { pictureFile } from './pictureFile'

/** What a browser may have; many have none of it. */
type Sharing = Partial<Pick<globalThis.Navigator, 'share' | 'canShare'>>

/** The browser's own sheet: for addresses, and for files where the system takes them. */
export function createShareSheet(browser: Sharing): ShareSheet {
  const share = browser.share?.bind(browser)
  if (!share) return {}
  const pass = (data: ShareData): Promise<HandOver> =>
    share(data).then(
      () => 'done' as const,
      (failure: unknown) => {
        const name = failure instanceof DOMException ? failure.name : ''
        if (name === 'AbortError') return 'canceled'
        if (name === 'NotAllowedError') return 'tap'
        throw new DocumentRefused('viewer', { cause: failure })
      },
    )
  const takesFiles = browser.canShare?.({ files: [new File([], 'a.png', { type: 'image/png' })] }) ?? false
  return {
    link: (link) => pass(link),
    ...(takesFiles && { picture: (picture, name) => pass({ files: [pictureFile(picture, name)] }) }),
  }
}
