import Taro from '@tarojs/taro'
import { EXIF_HEAD } from '@/domain/transfer/exifDate'
import { pickedNames, takenAt, type NamedFile } from '../pickedNames'
import { PickFailed, type Clock, type PickedFile, type PickSource } from '../Platform'
import { madeUp, madeUpInChat } from './madeUp'
import type { WxFailure } from './network'
import { privacyFailure } from './privacy'
import { promised } from './promised'
import { readBytes } from './readBytes'

/** WeChat's limits for one choice. */
const mostMedia = 20
const mostMessageFiles = 100

async function pickMedia(source: 'camera' | 'media', maximum: number, clock: Clock): Promise<PickedFile[]> {
  const { tempFiles } = await promised<Taro.chooseMedia.SuccessCallbackResult>((callbacks) =>
    Taro.chooseMedia({
      ...callbacks,
      count: Math.min(maximum, mostMedia),
      mediaType: ['image', 'video'],
      sourceType: [source === 'camera' ? 'camera' : 'album'],
      sizeType: ['original'],
    }),
  )
  const files = tempFiles.map(({ tempFilePath, size, fileType, thumbTempFilePath }) =>
    fileType === 'video'
      ? { path: tempFilePath, size, kind: 'video' as const, thumbnail: thumbTempFilePath }
      : { path: tempFilePath, size, kind: 'image' as const, thumbnail: tempFilePath },
  )
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

async function pickFromChat(maximum: number, clock: Clock): Promise<PickedFile[]> {
  const { tempFiles } = await promised<Taro.chooseMessageFile.SuccessCallbackResult>((callbacks) =>
    Taro.chooseMessageFile({
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

/** What the camera wrote into a picture; WeChat tells no date. null where it cannot be read: the upload will say so (AH-12). */
async function dateOf(filePath: string, size: number, clock: Clock): Promise<Moment | null> {
  const head = await readBytes(filePath, 0, Math.min(size, EXIF_HEAD)).catch(() => null)
  return head && takenAt(new Uint8Array(head), clock.zone)
}

function endOf(failure: WxFailure): PickedFile[] {
  if (/cancel/i.test(failure.errMsg ?? '')) return []
  throw privacyFailure(failure) ?? new PickFailed({ cause: failure })
}

/** @param authorize passes when the privacy authorisation is given */
export function createPicker(authorize: () => Promise<void>, clock: Clock) {
  return async function pickFiles(source: PickSource, maximum: number): Promise<PickedFile[]> {
    await authorize()
    return (
      source === 'camera' || source === 'media' ? pickMedia(source, maximum, clock) : pickFromChat(maximum, clock)
    ).catch(endOf)
  }
}

/** A temporary file is gone when WeChat needed its room. */
export async function canRead(file: PickedFile): Promise<boolean> {
  return promised((callbacks) =>
    Taro.getFileSystemManager().access({ path: file.source as string, ...callbacks }),
  ).then(
    () => true,
    () => false,
  )
}
