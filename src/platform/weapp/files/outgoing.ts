import type Taro from '@tarojs/taro'
import { DocumentRefused, type FileTarget, type HandOver, type Outgoing } from '../../Platform'
import type { FetchedFile } from './fetchedFile'
import type { WxFailure } from '../network/network'
import { privacyFailure } from '../privacy'
import { promised, callOf, type Call } from '../network/promised'

/** The formats that WeChat writes into the phone's album. */
const pictures = ['jpg', 'jpeg', 'png', 'gif']
const films = ['mp4']

/** The calls of `wx` that accept a file; WeCom and older versions lack some. */
export interface OutgoingCalls {
  shareFileMessage?: Call<{ filePath: string; fileName?: string }>
  saveImageToPhotosAlbum?: Call<Taro.saveImageToPhotosAlbum.Option>
  saveVideoToPhotosAlbum?: Call<Taro.saveVideoToPhotosAlbum.Option>
  openSetting?: Call<object>
}

function albumCall(extension: string) {
  if (pictures.includes(extension)) return 'saveImageToPhotosAlbum'
  return films.includes(extension) ? 'saveVideoToPhotosAlbum' : null
}

function endOf(failure: WxFailure): HandOver {
  const { errMsg = '' } = failure
  if (/cancel/i.test(errMsg)) return 'canceled'
  if (/gesture/i.test(errMsg)) return 'tap'
  if (/auth (deny|denied)|authorize|permission denied/i.test(errMsg)) return 'denied'
  throw privacyFailure(failure) ?? new DocumentRefused('viewer', { cause: failure })
}

/** @param authorize resolves when the privacy authorisation is given: the album needs it, a chat does not */
export function createOutgoing(
  wx: OutgoingCalls,
  authorize: () => Promise<void>,
  { fetchFile, largest }: Pick<FetchedFile, 'fetchFile' | 'largest'>,
): Outgoing {
  function nameOf(way: FileTarget, extension: string) {
    const name = way === 'chat' ? 'shareFileMessage' : albumCall(extension)
    return name && callOf(wx, name) ? name : null
  }

  return {
    largest,
    targetsOf: ({ extension }) => (['chat', 'album'] as const).filter((way) => nameOf(way, extension)),
    fetch: fetchFile,
    async handOver(way, { source, name: fileName, extension }) {
      const name = nameOf(way, extension)
      if (!name) throw new DocumentRefused('type')
      if (way === 'album') await authorize()
      return promised((callbacks) =>
        wx[name]?.({ filePath: source as string, ...(way === 'chat' && { fileName }), ...callbacks }),
      ).then(() => 'done' as const, endOf)
    },
    openSettings: () =>
      promised((callbacks) => wx.openSetting?.(callbacks)).then(
        () => undefined,
        () => undefined,
      ),
  }
}
