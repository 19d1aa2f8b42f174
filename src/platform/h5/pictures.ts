import type { Pictures } from '../Platform'
import { pictureFile } from './pictureFile'

/** Browsers inside other apps save nothing by themselves: WeChat, WeCom and QQ offer it to whoever presses a picture for long. */
const isInApp = (agent: string) => /MicroMessenger|QQ\/|wxwork/i.test(agent)

/** ms after which a browser has certainly begun to save */
const HELD = 60_000

function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(link.href), HELD)
}

/** A browser's canvas, and its downloads. */
export function createPictures(agent: string): Pictures {
  return {
    draw({ width, height }, draw) {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const brush = canvas.getContext('2d')
      if (!brush) return null
      draw(brush)
      return canvas.toDataURL('image/png')
    },
    async save(picture, name) {
      if (isInApp(agent)) return 'hold'
      save(pictureFile(picture, name))
      return 'done'
    },
  }
}
