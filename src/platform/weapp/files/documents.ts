import Taro from '@tarojs/taro'
import { DocumentRefused, type Platform } from '../../Platform'
import type { FetchedFile } from './fetchedFile'

export const openable = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'pdf'] as const

/** Opens documents in WeChat's viewer (PREV-08). */
export function createDocuments({ fetchFile, discard }: FetchedFile): Platform['openDocument'] {
  return async function openDocument(document): Promise<void> {
    const fileType = openable.find((type) => type === document.extension)
    if (!fileType) throw new DocumentRefused('type')
    const filePath = await fetchFile(document)
    try {
      await Taro.openDocument({ filePath, fileType, showMenu: true })
    } catch (failure) {
      await discard()
      throw new DocumentRefused('viewer', { cause: failure })
    }
  }
}
