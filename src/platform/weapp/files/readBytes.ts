import Taro from '@tarojs/taro'
import { promised } from '../network/promised'

/** Bytes of a temporary file; rejects where it cannot be read. @param length 1 at least */
export async function readBytes(filePath: string, position: number, length: number): Promise<ArrayBuffer> {
  const { data } = await promised<{ data: string | ArrayBuffer }>((callbacks) => {
    Taro.getFileSystemManager().readFile({ ...callbacks, filePath, position, length })
  })
  return data as ArrayBuffer
}
