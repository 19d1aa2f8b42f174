import { DocumentRefused, type HandOver, type Pictures } from '../Platform'

/** What a browser may have; many have none of it. */
type Browser = Pick<globalThis.Navigator, 'userAgent'> & Partial<Pick<globalThis.Navigator, 'share' | 'canShare'>>

/** Browsers inside other apps save nothing by themselves: WeChat, WeCom and QQ offer it to whoever presses a picture for long. */
const isInApp = ({ userAgent }: Browser) => /MicroMessenger|QQ\/|wxwork/i.test(userAgent)

/** ms after which a browser has certainly begun to save */
const HELD = 60_000

/** A browser's canvas, its downloads, and its sheet where the system takes files. */
export function createPictures(browser: Browser): Pictures {
  return {
    draw({ width, height }, draw) {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const brush = canvas.getContext('2d')
      if (!brush) return null
      draw(brush)
      return canvas.toDataURL('image/png')
    },
    async save(picture, name) {
      if (isInApp(browser)) return 'hold'
      save(fileOf(picture, name))
      return 'done'
    },
    ...(takesPictures(browser) && { send: (picture, name) => send(browser, fileOf(picture, name)) }),
  }
}

/** A drawn picture as a file. @param picture its data address @param name without an extension */
function fileOf(picture: string, name: string): File {
  const bytes = Uint8Array.from(atob(picture.slice(picture.indexOf(',') + 1)), (character) => character.charCodeAt(0))
  return new File([bytes], `${name}.png`, { type: 'image/png' })
}

function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(link.href), HELD)
}

function takesPictures(browser: Browser): browser is Browser & Pick<globalThis.Navigator, 'share'> {
  if (!browser.share || !browser.canShare) return false
  return browser.canShare({ files: [new File([], 'a.png', { type: 'image/png' })] })
}

function send(browser: Pick<globalThis.Navigator, 'share'>, file: File): Promise<HandOver> {
  return browser.share({ files: [file] }).then(
    () => 'done',
    (failure: unknown) => {
      const name = failure instanceof DOMException ? failure.name : ''
      if (name === 'AbortError') return 'canceled'
      if (name === 'NotAllowedError') return 'tap'
      throw new DocumentRefused('viewer', { cause: failure })
    },
  )
}
