import Taro from '@tarojs/taro'
import { DocumentRefused, NoAnswer, type DocumentRequest, type Platform } from '../../Platform'
import { documentName } from './fileNames'
import { transfer, type WxFailure } from '../network/network'
import { wholeAddress } from '../network/request'
import { promised } from '../network/promised'

/** bytes; WeChat's limit for one download, and for all files of an app. */
const largest = 200 * 1024 * 1024
/** ms; WeChat's default of 60 s would abort a large file on a slow network. */
const patience = 30 * 60_000
/** HTTP; the signed address has expired, or the file was deleted. */
const gone = [403, 404, 410]
/** The storage key of the path of the file on the phone. */
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
 * The single file on the phone. WeChat shows, forwards and saves only files on the phone, possibly long after our call. So a file stays until
 * the next one is fetched or the app restarts; `discard` is for the restart.
 */
export function createFetchedFile(storage: Platform['storage']) {
  async function discard(): Promise<void> {
    const filePath = storage.read<string>(fetchedKey)
    if (!filePath) return
    storage.remove(fetchedKey)
    await promised((callbacks) => Taro.getFileSystemManager().unlink({ filePath, ...callbacks })).catch(() => {})
  }

  /** @returns the path of the file. @throws DocumentRefused */
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
