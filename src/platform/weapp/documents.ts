import Taro from '@tarojs/taro'
import { DocumentRefused, NoAnswer, type DocumentRequest, type Platform } from '../Platform'
import { documentName } from './documentName'
import { transfer, type WxFailure } from './network'
import { wholeAddress } from './origin'
import { promised } from './promised'

const openable = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'pdf'] as const
/** bytes; WeChat's limit of one download, and of all files that an app keeps. */
const largest = 200 * 1024 * 1024
/** ms; WeChat's own 60 s would end a large file on a slow network. */
const patience = 30 * 60_000
/** HTTP; a signed address that is spent, or a file that was deleted since. */
const gone = [403, 404, 410]
/** Where the path of the document lies that is still on the phone. */
const openedKey = 'openedDocument'

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
 * Opens documents in WeChat's viewer (PREV-08). Its menu may forward a file long after it opened, so a document stays on the
 * phone until the next one is opened or the app starts anew; `discard` is for that start.
 */
export function createDocuments(
  storage: Platform['storage'],
): Pick<Platform, 'openDocument'> & { discard(): Promise<void> } {
  async function discard(): Promise<void> {
    const filePath = storage.read<string>(openedKey)
    if (!filePath) return
    storage.remove(openedKey)
    await promised((callbacks) => Taro.getFileSystemManager().unlink({ filePath, ...callbacks })).catch(() => {})
  }

  async function openDocument(document: DocumentRequest): Promise<void> {
    const fileType = openable.find((type) => type === document.extension)
    if (!fileType) throw new DocumentRefused('type')
    if (document.size && document.size > largest) throw new DocumentRefused('size')
    await discard()
    const filePath = `${Taro.env.USER_DATA_PATH}/${documentName(document.name, fileType)}`
    storage.write(openedKey, filePath)
    try {
      await download(filePath, document)
      await Taro.openDocument({ filePath, fileType, showMenu: true })
    } catch (failure) {
      await discard()
      throw refusalOf(failure)
    }
  }

  return { openDocument, discard }
}
