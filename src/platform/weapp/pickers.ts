import Taro from '@tarojs/taro'
import { distinctNames, mediaName } from '../pickedNames'
import { PickFailed, PrivacyRefused, type Clock, type PickedFile, type PickSource } from '../Platform'
import { madeUp } from './madeUp'
import type { WxFailure } from './network'
import { isPrivacyRefusal } from './privacy'
import { promised } from './promised'

/** WeChat's limits for one choice. */
const mostMedia = 20
const mostMessageFiles = 100

async function pickMedia(maximum: number, { now, zone }: Clock): Promise<PickedFile[]> {
  const { tempFiles } = await promised<Taro.chooseMedia.SuccessCallbackResult>((callbacks) => Taro.chooseMedia({
    ...callbacks,
    count: Math.min(maximum, mostMedia),
    mediaType: ['image', 'video'],
    sizeType: ['original'],
  }))
  const kindOf = (type: string) => (type === 'video' ? 'video' : 'image')
  const names = distinctNames(tempFiles.map((file) => mediaName(file.tempFilePath, madeUp, kindOf(file.fileType), now(), zone())))
  return tempFiles.map((file, index) => ({
    name: names[index] ?? '',
    size: file.size,
    thumbnail: file.fileType === 'video' ? file.thumbTempFilePath : file.tempFilePath,
    source: file.tempFilePath,
  }))
}

async function pickFromChat(maximum: number): Promise<PickedFile[]> {
  const { tempFiles } = await promised<Taro.chooseMessageFile.SuccessCallbackResult>((callbacks) => Taro.chooseMessageFile({
    ...callbacks,
    count: Math.min(maximum, mostMessageFiles),
    type: 'all',
  }))
  return tempFiles.map(({ name, size, path, type }) => ({ name, size, ...(type === 'image' && { thumbnail: path }), source: path }))
}

function endOf(failure: WxFailure): PickedFile[] {
  if (/cancel/i.test(failure.errMsg ?? '')) return []
  if (isPrivacyRefusal(failure)) throw new PrivacyRefused()
  throw new PickFailed({ cause: failure })
}

/** @param authorize passes when the privacy authorisation is given */
export function createPicker(authorize: () => Promise<void>, clock: Clock) {
  return async function pickFiles(source: PickSource, maximum: number): Promise<PickedFile[]> {
    await authorize()
    return (source === 'media' ? pickMedia(maximum, clock) : pickFromChat(maximum)).catch(endOf)
  }
}

/** A temporary file is gone when WeChat needed its room. */
export async function canRead(file: PickedFile): Promise<boolean> {
  return promised((callbacks) => Taro.getFileSystemManager().access({ path: file.source as string, ...callbacks })).then(
    () => true,
    () => false,
  )
}
