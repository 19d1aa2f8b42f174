import Taro from '@tarojs/taro'
import { answerBody } from '../answerBody'
import type { HttpAnswer, UploadRequest } from '../Platform'
import { transfer } from './network'
import { wholeAddress } from './origin'

/** ms; WeChat's own 60 s would end a large file on a slow network. */
const patience = 30 * 60_000

/** POSTs the file as form field `file`. @throws NoAnswer */
export async function upload({ path, headers, file, onProgress, canceler }: UploadRequest): Promise<HttpAnswer> {
  const answer = await transfer(() => {
    const task = Taro.uploadFile({
      url: wholeAddress(path),
      filePath: file.source as string,
      name: 'file',
      header: headers,
      timeout: patience,
    })
    task.onProgressUpdate(({ totalBytesSent }) => onProgress(Math.min(totalBytesSent, file.size), file.size))
    return task
  }, canceler)
  return { status: answer.statusCode, body: answerBody(answer.data) }
}
