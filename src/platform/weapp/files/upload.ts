import Taro from '@tarojs/taro'
import { answerBody } from '../../answerBody'
import type { FilePart, HttpAnswer, PartAnswer, PartRequest, UploadRequest } from '../../Platform'
import { FileUnreadable } from '../../fileFailures'
import { transfer } from '../network/network'
import { wholeAddress } from '../network/request'
import { promised } from '../network/promised'

/** ms; WeChat's default of 60 s would abort a large file on a slow network. */
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

/** ms per part; enough at 17 KB per second. */
const partPatience = 120_000

/** One tus request. WeChat cannot send PATCH, so POST overrides the method. @throws NoAnswer, FileUnreadable */
export async function sendPart({ method, path, headers, part, canceler }: PartRequest): Promise<PartAnswer> {
  const data = part && (await read(part))
  const isPatch = method === 'PATCH'
  const answer = await transfer(
    () =>
      Taro.request<unknown, ArrayBuffer>({
        url: wholeAddress(path),
        method: isPatch ? 'POST' : method,
        header: { ...headers, ...(isPatch && { 'X-HTTP-Method-Override': 'PATCH' }) },
        ...(data && { data }),
        timeout: partPatience,
      }),
    canceler,
  )
  const offset = offsetIn(answer.header)
  return { status: answer.statusCode, body: answer.data, ...(offset !== undefined && { offset }) }
}

/** A file that became shorter is unreadable, too: the server could not complete it. */
async function read({ file, from, to }: FilePart): Promise<ArrayBuffer> {
  const bytes = await readBytes(file.source as string, from, to - from).catch((cause: unknown) => {
    throw new FileUnreadable({ cause })
  })
  if (bytes.byteLength < to - from) throw new FileUnreadable()
  return bytes
}

/** The value of the `upload-offset` header. Phones differ in the case of header names. */
function offsetIn(header: Record<string, unknown>): number | undefined {
  const name = Object.keys(header).find((key) => key.toLowerCase() === 'upload-offset')
  return name === undefined ? undefined : Number(header[name])
}

/** Reads bytes of a temporary file; rejects if it is unreadable. @param length at least 1 */
export async function readBytes(filePath: string, position: number, length: number): Promise<ArrayBuffer> {
  const { data } = await promised<{ data: string | ArrayBuffer }>((callbacks) => {
    Taro.getFileSystemManager().readFile({ ...callbacks, filePath, position, length })
  })
  return data as ArrayBuffer
}
