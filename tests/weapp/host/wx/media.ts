import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Api, Device, Options } from '../Device'
import type { FileSource } from '../DiskFiles'
import { strict } from '../strict'
import { WxFailure } from '../WxFailure'
import type { Privacy } from './privacy'

/** A file that the user picks: its name and the source of its bytes (a file of this machine, data, or only a size). */
export type PickedFile = FileSource & {
  name: string
  type?: 'image' | 'video' | 'file'
  /** px */
  width?: number
  height?: number
  /** seconds */
  duration?: number
  /** WeChat has removed the file because it needed the space. */
  lost?: boolean
}
export type Pick = PickedFile[] | 'cancel'

interface MediaOptions {
  count?: number
  mediaType?: string[]
  sourceType?: string[]
}

export interface Media {
  api: Api
  /** What the user will pick when the app opens a picker next. */
  pick(files: Pick): void
}

const images = ['.jpg', '.jpeg', '.png', '.gif', '.webp', '.heic', '.bmp']
const videos = ['.mp4', '.mov', '.m4v']

function typeOf(file: PickedFile): 'image' | 'video' | 'file' {
  const extension = path.extname(file.name).toLowerCase()
  return file.type ?? (images.includes(extension) ? 'image' : videos.includes(extension) ? 'video' : 'file')
}

/** `chooseMedia`, `chooseImage`, `chooseMessageFile` of WeChat or WeCom, `previewImage`. The pickers answer what the test scripted with `pick`. */
export function mediaFamily(device: Device, privacy: Privacy): Media {
  const scripted: Pick[] = []

  function nextPick(api: string, most: number): PickedFile[] {
    const files = scripted.shift()
    if (!files) throw new Error(`${api} was called, but the test scripted no pick`)
    if (files === 'cancel') throw new WxFailure('cancel')
    if (files.length > most) throw new Error(`${api}: the test picks ${files.length} files, the app allows ${most}`)
    return files
  }

  function refuse(api: string, file: PickedFile, allowed: boolean): void {
    if (!allowed) throw new Error(`${api}: the app's picker would not offer ${file.name}`)
  }

  function place(file: PickedFile): { appPath: string; size: number } {
    const appPath = device.files.add(file, path.extname(file.name).toLowerCase())
    const disk = device.files.diskPath(appPath) as string
    const { size } = statSync(disk)
    if (file.lost) rmSync(disk)
    return { appPath, size }
  }

  function mediaFile(file: PickedFile) {
    const { appPath, size } = place(file)
    const { width = 0, height = 0, duration = 0 } = file
    const thumbTempFilePath = typeOf(file) === 'video' ? device.files.add({ size: 0 }, '.jpg') : ''
    return { tempFilePath: appPath, size, width, height, duration, thumbTempFilePath, fileType: typeOf(file) }
  }

  async function chooseMedia(options: Options) {
    const { count = 9, mediaType = ['image', 'video'], sourceType = ['album', 'camera'] } = options as MediaOptions
    if (count > 20) throw new WxFailure('parameter error: count should be at most 20')
    await privacy.demand('chooseMedia')
    device.trace.mediaSources.push(sourceType.join())
    const files = nextPick('chooseMedia', count)
    files.forEach((file) => refuse('chooseMedia', file, mediaType.includes('mix') || mediaType.includes(typeOf(file))))
    const tempFiles = files.map(mediaFile)
    const kinds = new Set(tempFiles.map((file) => file.fileType))
    return { tempFiles, type: kinds.size > 1 ? 'mix' : ([...kinds][0] ?? 'image') }
  }

  async function chooseImage({ count = 9 }: Options) {
    if (Number(count) > 9) throw new WxFailure('parameter error: count should be at most 9')
    await privacy.demand('chooseImage')
    const files = nextPick('chooseImage', Number(count))
    files.forEach((file) => refuse('chooseImage', file, typeOf(file) === 'image'))
    const tempFiles = files.map(place).map(({ appPath, size }) => ({ path: appPath, size }))
    return { tempFiles, tempFilePaths: tempFiles.map((file) => file.path) }
  }

  /** A session of WeCom, which WeCom's own calls need. */
  let isSignedIn = false

  function weCom(lacks: readonly string[]): Api {
    const calls: Api = {
      checkSession: device.asynchronous('qy__checkSession', () => {
        if (!isSignedIn) throw new WxFailure('not login')
      }),
      login: device.asynchronous('qy__login', () => {
        isSignedIn = true
        return { code: 'code of WeCom' }
      }),
      chooseMessageFile: device.asynchronous('qy__chooseMessageFile', (options) => {
        if (!isSignedIn) throw new WxFailure('not login')
        return chooseMessageFile(options)
      }),
    }
    if (lacks.includes('qy.chooseMessageFile')) delete calls.chooseMessageFile
    return calls
  }

  /** The calls of them that this phone has. */
  function present(all: Api): Api {
    const { lacks = [], weCom: isWeCom } = device.options
    const api = isWeCom ? { ...all, qy: strict('wx.qy', weCom(lacks), device.trace) } : all
    for (const name of [...lacks, ...(isWeCom ? ['chooseMessageFile'] : [])]) delete api[name]
    return api
  }

  async function chooseMessageFile(options: Options) {
    const { count, type = 'all', extension } = options as { count?: number; type?: string; extension?: string[] }
    if (typeof count !== 'number' || count > 100)
      throw new WxFailure('parameter error: count should be a number up to 100')
    await privacy.demand('chooseMessageFile')
    const files = nextPick('chooseMessageFile', count)
    const fits = (name: string) => type !== 'file' || !extension || extension.some((entry) => name.endsWith(entry))
    files.forEach((file) =>
      refuse('chooseMessageFile', file, (type === 'all' || type === typeOf(file)) && fits(file.name)),
    )
    const time = Math.floor(Date.now() / 1000)
    return {
      tempFiles: files.map((file) => {
        const { appPath, size } = place(file)
        return { path: appPath, size, name: file.name, type: typeOf(file), time }
      }),
    }
  }

  return {
    pick: (files) => void scripted.push(files),
    api: present({
      chooseMedia: device.asynchronous('chooseMedia', chooseMedia),
      chooseImage: device.asynchronous('chooseImage', chooseImage),
      chooseMessageFile: device.asynchronous('chooseMessageFile', chooseMessageFile),
      previewImage: device.asynchronous('previewImage', ({ urls, current }) => {
        if (!Array.isArray(urls) || !urls.length) throw new WxFailure('parameter error: parameter.urls should be Array')
        device.trace.previewedImages.push({ urls: [...urls].map(String), current: String(current ?? urls[0]) })
      }),
    }),
  }
}
