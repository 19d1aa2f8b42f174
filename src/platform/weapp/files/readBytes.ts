import Taro from '@tarojs/taro'
import { promised } from '../network/promised'

/** Reads bytes of a temporary file; rejects if it is unreadable. @param length at least 1 */
export async function readBytes(filePath: string, position: number, length: number): Promise<ArrayBuffer> {
  const { data } = await promised<{ data: string | ArrayBuffer }>((callbacks) => {
    Taro.getFileSystemManager().readFile({ ...callbacks, filePath, position, length })
  })
  return data as ArrayBuffer
}
