import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { openDocument } from './office'
import { zip } from './zip'

/** Office documents with a password, as the programs write them. */

const SECTOR = 512
const END = 0xfffffffe
const NONE = 0xffffffff

/** A compound file ([MS-CFB]) of several streams. Small streams share one stream, as required. */
export function compoundFile(streams: Record<string, Buffer>): Buffer {
  const sectors: Buffer[] = []
  const chains: number[] = []
  const append = (bytes: Buffer) => {
    const count = Math.ceil(bytes.length / SECTOR)
    const start = sectors.length
    for (let at = 0; at < count; at += 1) {
      sectors.push(filled(bytes.subarray(at * SECTOR, (at + 1) * SECTOR), SECTOR))
      chains.push(at + 1 < count ? start + at + 1 : END)
    }
    return count === 0 ? END : start
  }
  const small: Buffer[] = []
  const smallChains: number[] = []
  const names = Object.keys(streams).sort((one, other) => one.length - other.length || (one < other ? -1 : 1))
  const entries = names.map((name, at) => {
    const bytes = streams[name]!
    const right = at + 1 < names.length ? at + 2 : NONE
    if (bytes.length >= 4096) return directoryEntry(name, { type: 2, right, start: append(bytes), size: bytes.length })
    const start = smallChains.length
    const count = Math.ceil(bytes.length / 64)
    for (let part = 0; part < count; part += 1) smallChains.push(part + 1 < count ? start + part + 1 : END)
    small.push(filled(bytes, count * 64))
    return directoryEntry(name, { type: 2, right, start, size: bytes.length })
  })
  const shared = Buffer.concat(small)
  const sharedAt = append(shared)
  const smallTable = append(numbers(smallChains))
  const root = directoryEntry('Root Entry', { type: 5, child: 1, start: sharedAt, size: shared.length })
  const directory = append(filled(Buffer.concat([root, ...entries]), Math.ceil((entries.length + 1) / 4) * SECTOR))
  const tables = Math.ceil((sectors.length + 1) / 127)
  const table = sectors.length
  const all = numbers([...chains, ...Array.from({ length: tables }, () => 0xfffffffd)])
  const header = Buffer.alloc(SECTOR)
  header.set(Buffer.from('d0cf11e0a1b11ae1', 'hex'))
  for (const [at, value] of Object.entries({ 24: 0x3e, 26: 3, 28: 0xfffe, 30: 9, 32: 6 }))
    header.writeUInt16LE(value, Number(at))
  const fields = { 44: tables, 48: directory, 56: 4096, 60: smallTable, 64: smallChains.length ? 1 : 0, 68: END }
  for (const [at, value] of Object.entries(fields)) header.writeUInt32LE(value, Number(at))
  for (let at = 0; at < 109; at += 1) header.writeUInt32LE(at < tables ? table + at : NONE, 76 + at * 4)
  return Buffer.concat([header, ...sectors, filled(all, tables * SECTOR, 0xff)])
}

interface Place {
  type: 2 | 5
  start: number
  size: number
  right?: number
  child?: number
}

function directoryEntry(name: string, { type, start, size, right = NONE, child = NONE }: Place): Buffer {
  const entry = Buffer.alloc(128)
  entry.write(name, 'utf16le')
  entry.writeUInt16LE((name.length + 1) * 2, 64)
  entry.set([type, 1], 66)
  for (const [at, value] of Object.entries({ 68: NONE, 72: right, 76: child, 116: start, 120: size }))
    entry.writeUInt32LE(value, Number(at))
  return entry
}

function filled(bytes: Buffer, length: number, value = 0): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length, value)])
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => bytes.writeUInt32LE(value, at * 4))
  return bytes
}

/** A package of Office 2007 or later as Office 2010 encrypts it ([MS-OFFCRYPTO] 2.3.4.10). */
export function lockedPackage(content: Buffer, password: string): Buffer {
  const hash = (...parts: (Buffer | string)[]) =>
    parts.reduce((sum, part) => sum.update(part), createHash('sha512')).digest()
  const number = (value: number) => numbers([value])
  const encrypt = (key: Buffer, start: Buffer, bytes: Buffer) => {
    const cipher = createCipheriv('aes-256-cbc', key.subarray(0, 32), start.subarray(0, 16)).setAutoPadding(false)
    return Buffer.concat([cipher.update(filled(bytes, Math.ceil(bytes.length / 16) * 16)), cipher.final()])
  }
  const [salt, keySalt, key, verifier] = [randomBytes(16), randomBytes(16), randomBytes(32), randomBytes(16)]
  let spun = hash(salt, Buffer.from(password, 'utf16le'))
  for (let turn = 0; turn < 1000; turn += 1) spun = hash(number(turn), spun)
  const hidden = (block: string, bytes: Buffer) =>
    encrypt(hash(spun, Buffer.from(block, 'hex')), salt, bytes).toString('base64')
  const parts: Buffer[] = []
  for (let at = 0; at * 4096 < content.length; at += 1)
    parts.push(encrypt(key, hash(keySalt, number(at)), content.subarray(at * 4096, (at + 1) * 4096)))
  const shape = 'blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"'
  const package_ = Buffer.concat([numbers([content.length, 0]), ...parts])
  const proof = randomBytes(64)
  const proved = (block: string, bytes: Buffer) =>
    encrypt(key, hash(keySalt, Buffer.from(block, 'hex')), bytes).toString('base64')
  const info = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData saltSize="16" ${shape} saltValue="${keySalt.toString('base64')}"/><dataIntegrity encryptedHmacKey="${proved('5fb2ad010cb9e1f6', proof)}" encryptedHmacValue="${proved('a0677f02b22c8433', createHmac('sha512', proof).update(package_).digest())}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="1000" saltSize="16" ${shape} saltValue="${salt.toString('base64')}" encryptedVerifierHashInput="${hidden('fea7d2763b4b9e79', verifier)}" encryptedVerifierHashValue="${hidden('d7aa0f6d3061344e', hash(verifier))}" encryptedKeyValue="${hidden('146e0be7abacd0d6', key)}"/></keyEncryptor></keyEncryptors></encryption>`
  return compoundFile({
    EncryptionInfo: Buffer.concat([Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]), Buffer.from(info)]),
    EncryptedPackage: package_,
  })
}

/** Word 97 to 2003: the flag of encryption, followed by unread bytes. */
export function lockedDoc(): Buffer {
  const head = randomBytes(4096)
  head.writeUInt16LE(0xa5ec, 0)
  head.writeUInt16LE(0x0100, 10)
  return compoundFile({ WordDocument: head, '1Table': randomBytes(4096) })
}

/** Excel 97 to 2003, with the cipher of those years. */
export function lockedXls(): Buffer {
  const record = (type: number, bytes: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt16LE(type, 0)
    head.writeUInt16LE(bytes.length, 2)
    return Buffer.concat([head, bytes])
  }
  const begins = Buffer.from([0, 6, 5, 0, 0xbb, 0x0d, 0xcc, 7, 0, 0, 0, 0, 6, 0, 0, 0])
  const lock = Buffer.concat([Buffer.from([1, 0, 1, 0, 1, 0]), randomBytes(48)])
  return compoundFile({ Workbook: Buffer.concat([record(0x809, begins), record(0x2f, lock), randomBytes(4096)]) })
}

/** PowerPoint 97 to 2003: another token in the current user atom. */
export function lockedPpt(): Buffer {
  const user = Buffer.alloc(60)
  user.set([0, 0, 0xf6, 0x0f], 0)
  user.writeUInt32LE(0xf3d1c4df, 12)
  return compoundFile({ 'Current User': user, 'PowerPoint Document': randomBytes(4096) })
}

/** OpenDocument: its manifest has the key of each part. */
export function lockedOdt(): Buffer {
  const plain = openDocument('text', '')
  const { mimetype, manifest } = {
    mimetype: 'application/vnd.oasis.opendocument.text',
    manifest: plain
      .toString('latin1')
      .match(/<\?xml version="1.0"\?><manifest:manifest.*?<\/manifest:manifest>/s)![0]
      .replace(/("text\/xml")\/>/, '$1><manifest:encryption-data manifest:checksum="AA=="/></manifest:file-entry>'),
  }
  return zip({ mimetype, 'META-INF/manifest.xml': manifest, 'content.xml': randomBytes(500) })
}

/** Pages, Numbers and Keynote store a verifier beside the encrypted parts. */
export function lockedPages(): Buffer {
  return zip({ 'Index/Document.iwa': randomBytes(500), '.iwpv2': randomBytes(92) })
}
