import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Api, Device, Options } from '../Device'
import { WxFailure } from '../WxFailure'
import type { Privacy } from './privacy'

/** A file that left the app. */
export interface LeftFile {
  way: 'chat' | 'album'
  /** The name that a chat shows. */
  name: string
  bytes: Buffer
}

export interface Leaving {
  api: Api
  left: LeftFile[]
  /** Starts a tap. Calls that WeChat allows only within a tap work until the event loop turns. */
  tapped(): void
}

const images = ['.jpg', '.jpeg', '.png', '.gif']

/** `shareFileMessage`, only within a tap; `saveImageToPhotosAlbum`, `saveVideoToPhotosAlbum`, once the user allows it; `openSetting`. */
export function leavingFamily(device: Device, privacy: Privacy): Leaving {
  const left: LeftFile[] = []
  let isInTap = false
  let isAlbumOpen = device.options.album !== 'denied'

  function read({ filePath }: Options): Buffer {
    const disk = device.files.diskPath(filePath)
    if (!disk || !existsSync(disk)) throw new WxFailure(`file doesn't exist: ${String(filePath)}`)
    return readFileSync(disk)
  }

  function save(api: string, takes: (extension: string) => boolean) {
    return device.asynchronous(api, async (options) => {
      await privacy.demand(api)
      const bytes = read(options)
      const name = path.basename(String(options.filePath))
      if (!takes(path.extname(name).toLowerCase())) throw new WxFailure('invalid file type')
      if (!isAlbumOpen) throw new WxFailure('auth deny')
      left.push({ way: 'album', name, bytes })
    })
  }

  const api: Api = {
    shareFileMessage: (options: Options) => {
      const isAllowed = isInTap
      return device.asynchronous('shareFileMessage', () => {
        if (!isAllowed) throw new WxFailure('can only be invoked by user TAP gesture.')
        left.push({ way: 'chat', name: String(options.fileName), bytes: read(options) })
      })(options)
    },
    saveImageToPhotosAlbum: save('saveImageToPhotosAlbum', (extension) => images.includes(extension)),
    saveVideoToPhotosAlbum: save('saveVideoToPhotosAlbum', (extension) => extension === '.mp4'),
    openSetting: device.asynchronous('openSetting', () => {
      isAlbumOpen = true
      return { authSetting: {} }
    }),
  }
  if (device.options.weCom) delete api.shareFileMessage
  return {
    api,
    left,
    tapped() {
      isInTap = true
      setImmediate(() => (isInTap = false))
    },
  }
}
