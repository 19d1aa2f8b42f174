import Taro from '@tarojs/taro'
import { DocumentRefused, NoAnswer, type DocumentRequest, type Platform } from '../../Platform'
import { documentName } from './documentName'
import { transfer, type WxFailure } from '../network/network'
import { wholeAddress } from '../network/origin'
import { promised } from '../network/promised'

/** bytes; WeChat's limit of one download, and of all files that an app keeps. */
const largest = 200 * 1024 * 1024
/** ms; WeChat's own 60 s would end a large file on a slow network. */
const patience = 30 * 60_000
/** HTTP; a signed address that is spent, or a file that was deleted since. */
const gone = [403, 404, 410]
/** Where the path of the file lies that is still on the phone. */
const fetchedKey = 'openedDocument'

async function download(filePath: string, { address, onProgress, canceler }: DocumentRequest): Promise<void> {
  let tooLarge = false
  const { statusCode } = await transfer(() => {
    const task = Taro.downloadFile({ url: wholeAddress(address), filePath, timeout: patience })
    task.onProgressUpdate(({ progress, totalBytesExpectedToWrite }) => {
      tooLarge = totalBytesExpectedToWrite > largest
      if (tooLarge) task.abort()
      else onProgress(progress)
    })
    return task
  }, canceler).catch((failure: unknown) => {
    throw tooLarge ? new DocumentRefused('size', { cause: failure }) : failure
  })
  if (canceler.canceled) throw new DocumentRefused('canceled')
  if (statusCode !== 200) throw new DocumentRefused(gone.includes(statusCode) ? 'gone' : 'network')
}

function refusalOf(failure: unknown): DocumentRefused {
  if (failure instanceof DocumentRefused) return failure
  if (!(failure instanceof NoAnswer)) return new DocumentRefused('viewer', { cause: failure })
  const { reason, cause } = failure as NoAnswer & { cause?: WxFailure }
  if (/exceed|maximum size/i.test(cause?.errMsg ?? '')) return new DocumentRefused('size', { cause })
  return new DocumentRefused(reason === 'canceled' ? 'canceled' : 'network', { cause })
}

/**
 * The one file that lies on the phone because WeChat shows, forwards and saves files of the phone alone. It may do so long after it took
 * it, so a file stays until the next one is fetched or the app starts anew; `discard` is for that start.
 */
export function createFetchedFile(storage: Platform['storage']) {
  async function discard(): Promise<void> {
    const filePath = storage.read<string>(fetchedKey)
    if (!filePath) return
    storage.remove(fetchedKey)
    await promised((callbacks) => Taro.getFileSystemManager().unlink({ filePath, ...callbacks })).catch(() => {})
  }

  /** @returns its path. @throws DocumentRefused */
  async function fetchFile(document: DocumentRequest): Promise<string> {
    if (document.size && document.size > largest) throw new DocumentRefused('size')
    await discard()
    const filePath = `${Taro.env.USER_DATA_PATH}/${documentName(document.name, document.extension)}`
    storage.write(fetchedKey, filePath)
    try {
      await download(filePath, document)
      return filePath
    } catch (failure) {
      await discard()
      throw refusalOf(failure)
    }
  }

  return { fetchFile, discard, largest }
}

export type FetchedFile = ReturnType<typeof createFetchedFile>
