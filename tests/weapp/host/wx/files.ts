import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { types } from 'node:util'
import type { Api, Device, Options } from '../Device'
import { strict } from '../strict'
import { WxFailure } from '../WxFailure'

/** bytes */
const readLimit = 100 * 1024 * 1024
const encodings: Record<string, BufferEncoding> = {
  ascii: 'ascii',
  base64: 'base64',
  binary: 'binary',
  hex: 'hex',
  ucs2: 'ucs2',
  'ucs-2': 'ucs2',
  utf16le: 'utf16le',
  'utf-16le': 'utf16le',
  'utf-8': 'utf8',
  utf8: 'utf8',
  latin1: 'latin1',
}

function encodingOf(name: unknown): BufferEncoding {
  const encoding = encodings[String(name)]
  if (!encoding) throw new WxFailure(`invalid encoding "${String(name)}"`)
  return encoding
}

function existing(device: Device, appPath: unknown, verb: string): string {
  const disk = device.files.diskPath(appPath)
  if (!disk || !existsSync(disk))
    throw new WxFailure(`no such file or directory, ${verb} '${String(appPath)}'`, { errno: 1300002 })
  return disk
}

function range(size: number, position: unknown, length: unknown): { start: number; count: number } {
  const start = position === undefined ? 0 : Number(position)
  const count = length === undefined ? size - start : Number(length)
  const outside = !Number.isInteger(start) || start < 0 || (position !== undefined && start >= size)
  if (outside) throw new WxFailure(`the value of "position" is out of range: ${String(position)}`)
  if (length !== undefined && (!Number.isInteger(count) || count < 1 || count > size))
    throw new WxFailure(`the value of "length" is out of range: ${String(length)}`)
  return { start, count: Math.min(count, size - start) }
}

function read(device: Device, { filePath, encoding, position, length }: Options): unknown {
  const disk = existing(device, filePath, 'open')
  const { start, count } = range(statSync(disk).size, position, length)
  if (count > readLimit) throw new WxFailure('the maximum size of a file to read is 100 MB', { errno: 1300202 })
  const bytes = Buffer.alloc(count)
  const handle = openSync(disk, 'r')
  try {
    readSync(handle, bytes, 0, count, start)
  } finally {
    closeSync(handle)
  }
  return encoding === undefined ? device.realm.toBuffer(bytes) : bytes.toString(encodingOf(encoding))
}

type Put = (path: string, data: string | Uint8Array, encoding?: BufferEncoding) => void

function write(device: Device, { filePath, data, encoding = 'utf8' }: Options, put: Put = writeFileSync): void {
  const disk = device.files.diskPath(filePath)
  if (!disk || !device.files.isWritable(filePath)) throw new WxFailure(`permission denied, open ${String(filePath)}`)
  if (types.isArrayBuffer(data)) put(disk, new Uint8Array(data))
  else if (typeof data === 'string') put(disk, data, encodingOf(encoding))
  else throw new WxFailure('parameter error: parameter.data should be String or ArrayBuffer')
}

function stats(device: Device, appPath: unknown): unknown {
  const found = statSync(existing(device, appPath, 'stat'))
  return device.realm.toApp({
    mode: found.mode,
    size: found.size,
    lastAccessedTime: Math.floor(found.atimeMs / 1000),
    lastModifiedTime: Math.floor(found.mtimeMs / 1000),
    isDirectory: () => found.isDirectory(),
    isFile: () => found.isFile(),
  })
}

function remove(device: Device, appPath: unknown): void {
  unlinkSync(existing(device, appPath, 'unlink'))
}

/** `wx.getFileSystemManager`: read, write, append, list, stat, unlink, access; most also with `Sync`. */
export function filesFamily(device: Device): Api {
  const now = (name: string, work: () => unknown) => {
    try {
      return work()
    } catch (error) {
      throw device.realm.make.error(`${name}:fail ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const manager: Api = {
    readFile: device.asynchronous('readFile', (options) => ({ data: read(device, options) })),
    readFileSync: (filePath: string, encoding?: string, position?: number, length?: number) =>
      now('readFileSync', () => read(device, { filePath, encoding, position, length })),
    writeFile: device.asynchronous('writeFile', (options) => write(device, options)),
    writeFileSync: (filePath: string, data: unknown, encoding?: string) =>
      now('writeFileSync', () => write(device, { filePath, data, encoding })),
    appendFile: device.asynchronous('appendFile', (options) => {
      existing(device, options.filePath, 'open')
      if (device.files.isFull) throw new WxFailure('the maximum size of the file storage limit is exceeded')
      write(device, options, appendFileSync)
    }),
    readdir: device.asynchronous('readdir', ({ dirPath }) => ({
      files: device.realm.toApp(readdirSync(existing(device, `${String(dirPath)}/`, 'scandir'))),
    })),
    stat: device.asynchronous('stat', ({ path }) => ({ stats: stats(device, path) })),
    statSync: (path: string) => now('statSync', () => stats(device, path)),
    unlink: device.asynchronous('unlink', ({ filePath }) => remove(device, filePath)),
    unlinkSync: (filePath: string) => now('unlinkSync', () => remove(device, filePath)),
    access: device.asynchronous('access', ({ path }) => void existing(device, path, 'access')),
    accessSync: (path: string) => now('accessSync', () => void existing(device, path, 'access')),
  }
  const shared = strict('FileSystemManager', manager, device.trace)
  return { getFileSystemManager: () => shared }
}
