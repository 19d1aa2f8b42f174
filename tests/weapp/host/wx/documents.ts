import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Api, Device, Options } from '../Device'
import { WxFailure } from '../WxFailure'

const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const isOle = (bytes: Buffer) => bytes.subarray(0, 8).equals(ole)
const isZipWith = (folder: string) => (bytes: Buffer) =>
  bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04')) && bytes.includes(folder)

/** The only kinds that WeChat opens, and how their bytes begin. */
const kinds: Record<string, (bytes: Buffer) => boolean> = {
  doc: isOle,
  xls: isOle,
  ppt: isOle,
  docx: isZipWith('word/'),
  xlsx: isZipWith('xl/'),
  pptx: isZipWith('ppt/'),
  pdf: (bytes) => bytes.subarray(0, 5).toString('latin1') === '%PDF-',
}

/** `wx.openDocument`: checks the file, the named type and the bytes before it records the document as opened. */
export function documentsFamily(device: Device): Api {
  function openDocument({ filePath, fileType, showMenu }: Options): void {
    const disk = device.files.diskPath(filePath)
    if (!disk || !existsSync(disk)) throw new WxFailure(`file doesn't exist: ${String(filePath)}`)
    const type = String(fileType ?? path.extname(disk).slice(1)).toLowerCase()
    const fits = kinds[type]
    if (!fits) throw new WxFailure(`filetype not supported: "${type}"`)
    if (!fits(readFileSync(disk))) throw new WxFailure(`the file is not a ${type}`)
    device.trace.openedDocuments.push({ path: String(filePath), fileType: type, showMenu: showMenu === true, disk })
  }
  return { openDocument: device.asynchronous('openDocument', openDocument) }
}
