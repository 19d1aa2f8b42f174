import Taro from '@tarojs/taro'
import { EXIF_HEAD } from '@/domain/uploads/exifDate'
import { pickedNames, takenAt, type NamedFile } from '../../pickedNames'
import type { Clock, PickedFile, PickSource } from '../../Platform'
import { FileUnreadable, PickFailed } from '../../fileFailures'
import { madeUp, madeUpInChat } from './fileNames'
import { isScanFile } from './scanFiles'
import type { WxFailure } from '../network/network'
import { privacyFailure } from '../privacy'
import { promised, callOf, type Call } from '../network/promised'
import { readBytes } from './upload'

/** WeChat's maximum per choice. */
const mostMedia = 20
const mostImages = 9
const mostMessageFiles = 100

type ChatCall = Call<Taro.chooseMessageFile.Option, Taro.chooseMessageFile.SuccessCallbackResult>

/**
 * The calls of `wx` that return files. WeCom has its own calls in `qy` instead of those that need WeChat's chats, and lacks `chooseMedia` on some
 * phones.
 */
export interface PickerCalls {
  chooseMedia?: Call<Taro.chooseMedia.Option, Taro.chooseMedia.SuccessCallbackResult>
  chooseImage?: Call<Taro.chooseImage.Option, Taro.chooseImage.SuccessCallbackResult>
  chooseMessageFile?: ChatCall
  qy?: { chooseMessageFile?: ChatCall; checkSession: Call<object, unknown>; login: Call<object, unknown> }
}

/** The sources of files on this phone. */
export function sourcesOf(wx: PickerCalls): PickSource[] {
  const sources: PickSource[] = []
  if (callOf(wx, 'chooseMedia') ?? callOf(wx, 'chooseImage')) sources.push('camera', 'media')
  if (callOf(callOf(wx, 'qy') ?? wx, 'chooseMessageFile')) sources.push('chat')
  return sources
}

type MediaSource = 'album' | 'camera'

interface ChosenMedia {
  path: string
  size: number
  kind: 'image' | 'video'
  thumbnail: string
}

async function chooseMedia(wx: PickerCalls, sourceType: MediaSource[], maximum: number): Promise<ChosenMedia[]> {
  const choose = callOf(wx, 'chooseMedia')
  if (!choose) return chooseImages(wx, sourceType, maximum)
  const { tempFiles } = await promised<Taro.chooseMedia.SuccessCallbackResult>((callbacks) =>
    choose({
      ...callbacks,
      count: Math.min(maximum, mostMedia),
      mediaType: ['image', 'video'],
      sourceType,
      sizeType: ['original'],
    }),
  )
  return tempFiles.map(({ tempFilePath, size, fileType, thumbTempFilePath }) =>
    fileType === 'video'
      ? { path: tempFilePath, size, kind: 'video' as const, thumbnail: thumbTempFilePath }
      : { path: tempFilePath, size, kind: 'image' as const, thumbnail: tempFilePath },
  )
}

async function chooseImages(wx: PickerCalls, sourceType: MediaSource[], maximum: number): Promise<ChosenMedia[]> {
  const { tempFiles } = await promised<Taro.chooseImage.SuccessCallbackResult>((callbacks) =>
    wx.chooseImage?.({ ...callbacks, count: Math.min(maximum, mostImages), sourceType, sizeType: ['original'] }),
  )
  return tempFiles.map(({ path, size }) => ({ path, size, kind: 'image' as const, thumbnail: path }))
}

async function pickMedia(
  wx: PickerCalls,
  sourceType: MediaSource[],
  maximum: number,
  clock: Clock,
): Promise<PickedFile[]> {
  const files = await chooseMedia(wx, sourceType, maximum)
  const dates = await Promise.all(
    files.map((file) => (file.kind === 'image' ? dateOf(file.path, file.size, clock) : null)),
  )
  const names = pickedNames(
    files.map(({ path, kind }, n) => ({ path, kind, ...(dates[n] ?? now(clock)) })),
    madeUp,
  )
  return files.map(({ path, size, thumbnail }, n) => ({
    name: names[n]!,
    size,
    ...dateIn(dates[n]),
    thumbnail,
    source: path,
  }))
}

/** WeCom returns files of its chats only to users who are signed in to it. */
async function signInToWeCom(weCom: NonNullable<PickerCalls['qy']>): Promise<void> {
  await promised((callbacks) => weCom.checkSession(callbacks)).catch(() =>
    promised((callbacks) => weCom.login(callbacks)),
  )
}

async function pickFromChat(wx: PickerCalls, maximum: number, clock: Clock): Promise<PickedFile[]> {
  const weCom = callOf(wx, 'qy')
  if (weCom) await signInToWeCom(weCom)
  const { tempFiles } = await promised<Taro.chooseMessageFile.SuccessCallbackResult>((callbacks) =>
    (weCom ?? wx).chooseMessageFile?.({
      ...callbacks,
      count: Math.min(maximum, mostMessageFiles),
      type: 'all',
    }),
  )
  const kindOf = (type: string) => (type === 'image' || type === 'video' ? type : undefined)
  const names = pickedNames(
    tempFiles.map(({ name, type }) => ({ path: name, kind: kindOf(type), ...now(clock) })),
    madeUpInChat,
  )
  return tempFiles.map(({ size, path, type }, n) => ({
    name: names[n]!,
    size,
    ...(type === 'image' && { thumbnail: path }),
    source: path,
  }))
}

type Moment = Pick<NamedFile, 'at' | 'zone'>

const now = (clock: Clock): Moment => ({ at: clock.now(), zone: clock.zone() })
const dateIn = (taken: Moment | null | undefined) => taken && { modifiedAt: Math.floor(taken.at / 1000) }

/** The camera's date in a picture; WeChat reports no date. null if the file is unreadable: the upload will report it (AH-12). */
async function dateOf(filePath: string, size: number, clock: Clock): Promise<Moment | null> {
  const head = await readBytes(filePath, 0, Math.min(size, EXIF_HEAD)).catch(() => null)
  return head && takenAt(new Uint8Array(head), clock.zone)
}

function endOf(failure: WxFailure): PickedFile[] {
  if (/cancel/i.test(failure.errMsg ?? '')) return []
  throw privacyFailure(failure) ?? new PickFailed({ cause: failure })
}

/** @param authorize resolves when the privacy authorisation is given */
export function createPicker(wx: PickerCalls, authorize: () => Promise<void>, clock: Clock) {
  function pick(source: PickSource, maximum: number): Promise<PickedFile[]> {
    if (source === 'chat') return pickFromChat(wx, maximum, clock)
    return pickMedia(wx, [source === 'camera' ? 'camera' : 'album'], maximum, clock)
  }

  return async function pickFiles(source: PickSource, maximum: number): Promise<PickedFile[]> {
    await authorize()
    return pick(source, maximum).catch(endOf)
  }
}

/** Whether a temporary file still exists: WeChat deletes temporary files when it needs their space. */
export async function canRead(file: PickedFile): Promise<boolean> {
  return promised((callbacks) =>
    Taro.getFileSystemManager().access({ path: file.source as string, ...callbacks }),
  ).then(
    () => true,
    () => false,
  )
}

/** WeChat removes picked files by itself; those of a scan are the app's own. */
export function releaseFile({ source }: PickedFile): void {
  if (isScanFile(source)) Taro.getFileSystemManager().unlink({ filePath: source, fail() {} })
}

export async function readBase64(file: PickedFile, side?: number): Promise<string> {
  const path = file.source as string
  const filePath = side === undefined ? path : await drawSmaller(path, side)
  return promised<{ data: string | ArrayBuffer }>((callbacks) => {
    Taro.getFileSystemManager().readFile({ ...callbacks, filePath, encoding: 'base64' })
  }).then(
    ({ data }) => data as string,
    (cause: unknown) => {
      throw new FileUnreadable({ cause })
    },
  )
}

/** A smaller copy, or the original if this WeChat cannot draw it: the widths need base library 2.26. */
function drawSmaller(src: string, side: number): Promise<string> {
  const asked = { src, quality: 85, compressedWidth: side, compressedHeight: side }
  return promised<{ tempFilePath: string }>((callbacks) => Taro.compressImage({ ...asked, ...callbacks })).then(
    ({ tempFilePath }) => tempFilePath,
    () => src,
  )
}
