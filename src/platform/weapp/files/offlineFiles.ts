import Taro from '@tarojs/taro'
import { KeepFailed } from '../../fileFailures'
import { DocumentRefused, type NoAnswer, type KeepRequest, type OfflineFiles, type OfflinePhone } from '../../Platform'
import { openable } from './documents'
import { transfer, type WxFailure } from '../network/network'
import { wholeAddress } from '../network/request'
import { promised } from '../network/promised'

/** bytes; WeChat's limit for all files of an app */
const ALL = 200 * 1024 * 1024
/** bytes; half, since the other files of the app need room, too */
const LARGEST = ALL / 2
/** ms; WeChat's default of 60 s would abort a large file on a slow network */
const PATIENCE = 30 * 60_000
/** The beginning of the names of these files in the app's folder. */
const KEPT = 'satchel-kept-'
/** HTTP; the signed address has expired, or the file was deleted. */
const gone = [403, 404, 410]

const pathOf = (name: string) => `${Taro.env.USER_DATA_PATH}/${name}`
const keptPath = (key: string) => pathOf(KEPT + key)

/** Files in the app's own folder, which only this app reads. */
export function createOfflinePhone(): OfflinePhone {
  return { files: { largest: LARGEST, fetch, keys, remove, open, text, handOver, free }, alone: (_task, run) => run() }
}

async function fetch(request: KeepRequest): Promise<void> {
  const { key, size, canceler } = request
  if (size > (await free())) throw new KeepFailed('room')
  try {
    await download(request)
    if ((await sizeOf(keptPath(key))) !== size) throw new KeepFailed(canceler.canceled ? 'canceled' : 'changed')
  } catch (failure) {
    await remove([key])
    throw failureOf(failure)
  }
}

async function download({ address, key, versionKey, canceler }: KeepRequest): Promise<void> {
  const { statusCode, header } = await transfer(
    () => Taro.downloadFile({ url: wholeAddress(address), filePath: keptPath(key), timeout: PATIENCE }),
    canceler,
  )
  if (canceler.canceled) throw new KeepFailed('canceled')
  if (gone.includes(statusCode)) throw new KeepFailed('changed')
  if (statusCode !== 200) throw new KeepFailed('network')
  // Phones differ in the case of header names, and older ones return none.
  const tag = Object.entries((header ?? {}) as Record<string, string>).find(([name]) => /^etag$/i.test(name))?.[1]
  if (tag !== undefined && tag !== `"${versionKey}"`) throw new KeepFailed('changed')
}

function failureOf(failure: unknown): KeepFailed {
  if (failure instanceof KeepFailed) return failure
  const { reason, cause } = failure as Partial<NoAnswer> & { cause?: WxFailure }
  if (/exceed|maximum|no space|storage limit/i.test(cause?.errMsg ?? '')) return new KeepFailed('room', { cause })
  return new KeepFailed(reason === 'canceled' ? 'canceled' : 'network', { cause: failure })
}

async function names(): Promise<string[]> {
  const dirPath = Taro.env.USER_DATA_PATH!
  const { files } = await promised<{ files: string[] }>((callbacks) =>
    Taro.getFileSystemManager().readdir({ dirPath, ...callbacks }),
  ).catch(() => ({ files: [] }))
  return files
}

async function keys(): Promise<string[]> {
  return (await names()).filter((name) => name.startsWith(KEPT)).map((name) => name.slice(KEPT.length))
}

async function remove(of: readonly string[]): Promise<void> {
  for (const key of of)
    await promised((callbacks) => Taro.getFileSystemManager().unlink({ filePath: keptPath(key), ...callbacks })).catch(
      () => undefined,
    )
}

/** Bytes; null for a file that does not exist. */
async function sizeOf(path: string): Promise<number | null> {
  const found = await promised<{ stats: object }>((callbacks) =>
    Taro.getFileSystemManager().stat({ path, ...callbacks }),
  ).catch(() => null)
  return found ? (found.stats as Taro.Stats).size : null
}

async function free(): Promise<number> {
  const sizes = await Promise.all((await names()).map((name) => sizeOf(pathOf(name))))
  return Math.max(0, ALL - sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0))
}

const open: OfflineFiles['open'] = async (key) =>
  (await sizeOf(keptPath(key))) === null ? null : { address: keptPath(key), release() {} }

const text: OfflineFiles['text'] = async (key, most) => {
  const size = await sizeOf(keptPath(key))
  if (!size) return size === 0 ? '' : null
  const { data } = await promised<{ data: string | ArrayBuffer }>((callbacks) =>
    Taro.getFileSystemManager().readFile({
      ...callbacks,
      filePath: keptPath(key),
      encoding: 'utf8',
      position: 0,
      length: Math.min(size, most),
    }),
  )
  return data as string
}

const handOver: OfflineFiles['handOver'] = async ({ address: filePath }, { extension }) => {
  const fileType = openable.find((type) => type === extension)
  if (!fileType) throw new DocumentRefused('type')
  await promised((callbacks) => Taro.openDocument({ filePath, fileType, showMenu: true, ...callbacks })).catch(
    (cause: unknown) => {
      throw new DocumentRefused('viewer', { cause })
    },
  )
}
