import { createReadStream, createWriteStream, existsSync, rmSync, statSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Api, Device, Options } from '../Device'
import { type Network, type Order, readAll } from '../Network'
import { WxFailure } from '../WxFailure'
import { requestHeader, responseHeader } from './request'

/** bytes */
const downloadLimit = 200 * 1024 * 1024
const boundary = 'WeAppFormBoundary7MA4YWxkTrZu0gW'

const contentTypes: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
}

interface Task {
  stop: AbortController
  progress: ReturnType<Device['signal']>
  headers: ReturnType<Device['signal']>
  /** The task object that the app receives. */
  forApp: unknown
}

function newTask(device: Device): Task {
  const stop = new AbortController()
  const progress = device.signal('ProgressUpdate')
  const headers = device.signal('HeadersReceived')
  const abort = () => stop.abort(new WxFailure('abort'))
  return { stop, progress, headers, forApp: device.realm.toApp({ abort, ...progress.api, ...headers.api }) }
}

function percent(done: number, total: number): number {
  return total ? Math.floor((done / total) * 100) : 0
}

function field(name: string, value: unknown): Buffer {
  return Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`)
}

function fileHead(name: unknown, disk: string): Buffer {
  const type = contentTypes[path.extname(disk).toLowerCase()] ?? 'application/octet-stream'
  const disposition = `form-data; name="${String(name)}"; filename="${path.basename(disk)}"`
  return Buffer.from(`--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n`)
}

/** The multipart body, read from disk while it is sent; `sent` receives the number of bytes sent so far. */
function multipart(
  options: Options,
  disk: string,
  sent: (bytes: number, total: number) => void,
): NonNullable<Order['body']> {
  const fields = Object.entries((options.formData ?? {}) as Options).map(([name, value]) => field(name, value))
  const head = Buffer.concat([...fields, fileHead(options.name, disk)])
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const length = head.length + statSync(disk).size + tail.length
  async function* chunks() {
    let done = 0
    const parts = async function* () {
      yield head
      yield* createReadStream(disk) as AsyncIterable<Buffer>
      yield tail
    }
    for await (const part of parts()) {
      yield part
      done += part.length
      sent(done, length)
    }
  }
  return { length, chunks }
}

function uploadOrder(device: Device, options: Options, task: Task): Order {
  const disk = device.files.diskPath(options.filePath)
  if (!disk || !existsSync(disk)) throw new WxFailure('file not found')
  if (typeof options.name !== 'string' || !options.name)
    throw new WxFailure('parameter error: parameter.name should be String')
  const body = multipart(options, disk, (done, total) =>
    task.progress.emit({ progress: percent(done, total), totalBytesSent: done, totalBytesExpectedToSend: total }),
  )
  return {
    kind: 'upload',
    method: 'POST',
    url: String(options.url),
    timeout: options.timeout as number | undefined,
    body,
    stop: task.stop,
    header: { ...requestHeader(options.header), 'content-type': `multipart/form-data; boundary=${boundary}` },
    followRedirects: true,
  }
}

function downloadTarget(device: Device, options: Options): { appPath: string; disk: string } {
  const wanted = options.filePath
  if (wanted !== undefined && !device.files.isWritable(wanted))
    throw new WxFailure(`permission denied, open ${String(wanted)}`)
  const appPath = wanted === undefined ? device.files.newTemporary() : String(wanted)
  return { appPath, disk: device.files.diskPath(appPath) as string }
}

/** Writes the answer to disk and reports the progress; stops at WeChat's limit. */
async function save(response: IncomingMessage, disk: string, task: Task): Promise<void> {
  const total = Number(response.headers['content-length'] ?? 0)
  if (total > downloadLimit) throw new WxFailure('exceed max file size')
  let done = 0
  async function* counted() {
    for await (const part of response as AsyncIterable<Buffer>) {
      done += part.length
      if (done > downloadLimit) throw new WxFailure('exceed max file size')
      task.progress.emit({ progress: percent(done, total), totalBytesWritten: done, totalBytesExpectedToWrite: total })
      yield part
    }
  }
  try {
    await pipeline(counted, createWriteStream(disk))
  } catch (error) {
    rmSync(disk, { force: true })
    throw error
  }
}

/** `wx.uploadFile` (multipart only, the answer is only text without headers) and `wx.downloadFile` (200 MB). */
export function transferFamily(device: Device, network: Network): Api {
  const start = (name: string, options: Options, task: Task, run: () => Promise<object>) => {
    device.callBack(name, options, Promise.resolve().then(run))
    return task.forApp
  }
  const announce = (task: Task, response: IncomingMessage) => {
    const header = responseHeader(response)
    task.headers.emit({ header })
    return header
  }
  const uploadFile = (options: Options) => {
    const task = newTask(device)
    return start('uploadFile', options, task, () =>
      network.exchange(uploadOrder(device, options, task), async (response) => {
        announce(task, response)
        return { data: (await readAll(response)).toString('utf8'), statusCode: response.statusCode }
      }),
    )
  }
  const downloadFile = (options: Options) => {
    const task = newTask(device)
    return start('downloadFile', options, task, () => {
      const { appPath, disk } = downloadTarget(device, options)
      const order: Order = {
        kind: 'download',
        method: 'GET',
        url: String(options.url),
        timeout: options.timeout as number | undefined,
        stop: task.stop,
        header: requestHeader(options.header),
        followRedirects: true,
      }
      return network.exchange(order, async (response) => {
        const header = announce(task, response)
        await save(response, disk, task)
        return {
          [options.filePath === undefined ? 'tempFilePath' : 'filePath']: appPath,
          statusCode: response.statusCode,
          header,
        }
      })
    })
  }
  return { uploadFile, downloadFile }
}
