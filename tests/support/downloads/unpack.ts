import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** The contents of a ZIP by path: bytes in hexadecimal, null for a folder. */
export async function unpack(bytes: Buffer): Promise<Record<string, string | null>> {
  const zip = await yauzl.fromBufferPromise(bytes)
  const entries: Record<string, string | null> = {}
  for await (const entry of zip.eachEntry()) {
    const isFolder = entry.fileName.endsWith('/')
    entries[entry.fileName] = isFolder ? null : (await buffer(await zip.openReadStreamPromise(entry))).toString('hex')
  }
  return entries
}
