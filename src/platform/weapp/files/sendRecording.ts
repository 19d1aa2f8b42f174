import Taro from '@tarojs/taro'
import type { HttpAnswer, RecordingRequest } from '../../Platform'
import { FileUnreadable } from '../../fileFailures'
import { transfer } from '../network/network'
import { wholeAddress } from '../network/request'
import { readBytes } from './upload'
import type { Taken } from '../recorder'

/** ms; the server replies after converting the recording for all clients */
const patience = 180_000

/** POSTs a recording's bytes. @throws NoAnswer, FileUnreadable */
export async function sendRecording({ path, headers, recording, canceler }: RecordingRequest): Promise<HttpAnswer> {
  const { tempFilePath, fileSize } = recording.source as Taken
  const data = await readBytes(tempFilePath, 0, fileSize).catch((cause: unknown) => {
    throw new FileUnreadable({ cause })
  })
  const answer = await transfer(
    () =>
      Taro.request<unknown, ArrayBuffer>({
        url: wholeAddress(path),
        method: 'POST',
        header: { ...headers, 'content-type': 'audio/mpeg' },
        data,
        timeout: patience,
      }),
    canceler,
  )
  return { status: answer.statusCode, body: answer.data }
}
