import type { Pictures } from '../../Platform'
import { shareFile, acceptsFile, type Sharing } from './shareFile'

/** Browsers inside WeChat, WeCom and QQ cannot save a picture; they offer it on a long press. */
const isInApp = ({ userAgent }: Sharing) => /MicroMessenger|QQ\/|wxwork/i.test(userAgent)

/** ms after which a browser has certainly started to save */
const HELD = 60_000

/** A browser's canvas, downloads, and share sheet if the system shares files. */
export function createPictures(browser: Sharing): Pictures {
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
    ...(acceptsFile(browser, new File([], 'a.png', { type: 'image/png' })) && {
      send: (picture: string, name: string) => shareFile(browser, fileOf(picture, name)),
    }),
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
