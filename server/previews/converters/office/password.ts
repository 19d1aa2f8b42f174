import { createDecipheriv, createHash } from 'node:crypto'

/**
 * Whether a password fits an encryption header, checked by the header's own verifier ([MS-OFFCRYPTO] 2.3); no content is decrypted. False for a
 * header that is unknown, damaged, or made to take long.
 * @param info the EncryptionInfo structure of an OOXML or PowerPoint file, or a FILEPASS record without its leading type field
 */
export function isPasswordOf(info: Buffer, password: string): boolean {
  try {
    const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)]
    if (major === 1 && minor === 1) return isOfBinary(info.subarray(4), password)
    if (major === 4 && minor === 4) return isOfAgile(info.toString('utf8', 8), password)
    return minor === 2 && isOfStandard(info.subarray(8), password)
  } catch {
    return false
  }
}

/** Like `isPasswordOf`, for obfuscation by XOR ([MS-OFFCRYPTO] 2.3.7.1). */
export function isPasswordOfXor(verifier: number, password: string): boolean {
  const bytes = [...Buffer.from(password, 'latin1')]
  const hash = [bytes.length, ...bytes].reduceRight(
    (sum, byte) => (((sum >> 14) & 1) | ((sum << 1) & 0x7fff)) ^ byte,
    0,
  )
  return verifier === (hash ^ 0xce4b)
}

type Hash = (...parts: (Buffer | string)[]) => Buffer

function hashBy(name: string): Hash {
  return (...parts) => parts.reduce((hash, part) => hash.update(part), createHash(name)).digest()
}

const [md5, sha1] = [hashBy('md5'), hashBy('sha1')]
const secret = (password: string) => Buffer.from(password, 'utf16le')

function isOfBinary(verifier: Buffer, password: string): boolean {
  const salt = verifier.subarray(0, 16)
  const short = md5(secret(password)).subarray(0, 5)
  const mixed = md5(Buffer.concat(Array.from({ length: 16 }, () => [short, salt]).flat())).subarray(0, 5)
  const plain = rc4(md5(mixed, numberOf(0)), verifier.subarray(16, 48))
  return md5(plain.subarray(0, 16)).equals(plain.subarray(16))
}

/** AES of Office 2007, and RC4 CryptoAPI of earlier formats. @param at the structure from the header's size on, after version and flags */
function isOfStandard(at: Buffer, password: string): boolean {
  const header = at.subarray(4)
  const bits = header.readUInt32LE(16)
  const isAes = header.readUInt32LE(8) !== 0x6801
  const verifier = at.subarray(4 + at.readUInt32LE(0) + 4)
  const [salt, hidden, hiddenHash] = [verifier.subarray(0, 16), verifier.subarray(16, 32), verifier.subarray(36)]
  const first = sha1(salt, secret(password))
  const key = sha1(isAes ? spin(sha1, first, 50_000) : first, numberOf(0))
  if (!isAes) {
    // Keys of 40 bits are padded with zeros to 128.
    const short = Buffer.concat([key.subarray(0, (bits || 40) / 8), Buffer.alloc(bits > 40 ? 0 : 11)])
    const plain = rc4(short, Buffer.concat([hidden, hiddenHash.subarray(0, 20)]))
    return sha1(plain.subarray(0, 16)).equals(plain.subarray(16))
  }
  const derive = (pad: number) => sha1(Buffer.from(Array.from({ length: 64 }, (_, at) => pad ^ (key[at] ?? 0))))
  const long = Buffer.concat([derive(0x36), derive(0x5c)]).subarray(0, bits / 8)
  const decrypt = (bytes: Buffer) => decryptBy(`aes-${bits}-ecb`, long, null, bytes)
  return sha1(decrypt(hidden)).equals(decrypt(hiddenHash.subarray(0, 32)).subarray(0, 20))
}

/** Office 2010 and later. @param xml the encryption descriptor; its first `encryptedKey` is read as the key encryptor of the password */
function isOfAgile(xml: string, password: string): boolean {
  const [, attributes] = /<(?:\w+:)?encryptedKey\s([^>]*)>/.exec(xml) ?? []
  const field = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes ?? '')?.[1] ?? ''
  const bytes = (name: string) => Buffer.from(field(name), 'base64')
  const turns = Number(field('spinCount'))
  // Office writes at most this count; a higher one is meant to take long.
  if (!(turns <= 100_000)) return false
  const hash = hashBy(field('hashAlgorithm').replace('-', '').toLowerCase())
  const salt = bytes('saltValue')
  const base = spin(hash, hash(salt, secret(password)), turns)
  const [length, bits] = [Number(field('saltSize')), Number(field('keyBits'))]
  const open = (block: string, hidden: Buffer) =>
    decryptBy(`aes-${bits}-cbc`, fit(hash(base, Buffer.from(block, 'hex')), bits / 8), fit(salt, 16), hidden)
  const plain = open('fea7d2763b4b9e79', bytes('encryptedVerifierHashInput'))
  const expected = hash(plain.subarray(0, length))
  return open('d7aa0f6d3061344e', bytes('encryptedVerifierHashValue')).subarray(0, expected.length).equals(expected)
}

function spin(hash: Hash, first: Buffer, turns: number): Buffer {
  let all = first
  for (let turn = 0; turn < turns; turn += 1) all = hash(numberOf(turn), all)
  return all
}

function decryptBy(cipher: string, key: Buffer, start: Buffer | null, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(cipher, key, start).setAutoPadding(false)
  return Buffer.concat([decipher.update(bytes), decipher.final()])
}

function fit(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(length, 0x36)]).subarray(0, length)
}

function numberOf(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Node has no RC4 since OpenSSL 3. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  const swap = (one: number, other: number) => {
    ;[state[one], state[other]] = [state[other]!, state[one]!]
  }
  for (let at = 0, mixed = 0; at < 256; at += 1) {
    mixed = (mixed + state[at]! + key[at % key.length]!) & 255
    swap(at, mixed)
  }
  let [at, mixed] = [0, 0]
  const plain = bytes.map((byte) => {
    at = (at + 1) & 255
    mixed = (mixed + state[at]!) & 255
    swap(at, mixed)
    return byte ^ state[(state[at]! + state[mixed]!) & 255]!
  })
  return Buffer.from(plain)
}
