import { buffer } from 'node:stream/consumers'
import { extensionOf } from '@/domain/items/extension'
import type { ContributorActor } from '../../actors/actor'
import type { UploadRow } from '../../database/tables'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { requireLink } from './contributors'

/** bytes that identify a format; a PDF header may be anywhere in them (ISO 32000, annex H) */
const HEAD = 1024

type Content = 'program' | 'pdf' | 'picture' | 'archive' | 'office'

const signatures: readonly [Content, RegExp][] = [
  ['program', /^(MZ[^]\0|\x7fELF|\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe)/],
  ['picture', /^(\xff\xd8\xff|\x89PNG\r\n|GIF8|BM|RIFF[^]{4}WEBP|II\*\0|MM\0\*|[^]{4}ftyp(hei|hev|mif1|msf1|avi[fs]))/],
  ['archive', /^(PK[\x03\x05\x07]|Rar!\x1a|7z\xbc\xaf\x27\x1c)/],
  ['office', /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/],
  ['pdf', /%PDF-/],
]

/** Accepted contents per extension. Any picture format passes under any picture extension, because phones and chats mislabel pictures. */
const contentsByExtension = new Map<string, readonly Content[]>(
  (
    [
      ['pdf', ['pdf']],
      ['jpg jpeg jpe jfif png gif webp heic heif avif bmp tif tiff', ['picture']],
      ['zip rar 7z', ['archive']],
      // Office files with a password are in the older format.
      ['docx xlsx pptx', ['archive', 'office']],
    ] as const
  ).flatMap(([extensions, content]) => extensions.split(' ').map((each) => [each, content] as const)),
)

/**
 * Whether a file's first bytes fit its name. An unknown format fits, unless the extension requires a known one.
 * @param head the first bytes
 */
export function isWhatItSays(name: string, head: Uint8Array): boolean {
  const start = Buffer.from(head).toString('latin1')
  const [content] = signatures.find(([, pattern]) => pattern.test(start)) ?? []
  const allowed = contentsByExtension.get(extensionOf(name))
  if (allowed) return content !== undefined && allowed.includes(content)
  return content !== 'program'
}

/** Checks that an upload's bytes fit its announced name, if the link restricts file types. @throws Refused collect_kind */
export async function requireHandInContent(
  { db, clock, storage }: Pick<Dependencies, 'db' | 'clock' | 'storage'>,
  actor: ContributorActor,
  { name, size }: Pick<UploadRow, 'name' | 'size'>,
  key: string,
): Promise<void> {
  const { link } = await requireLink(db, actor.collect.id, clock())
  if (link.kinds.length === 0) return
  const head =
    size === 0 ? Buffer.alloc(0) : await buffer(await storage.read(key, { start: 0, end: Math.min(size, HEAD) - 1 }))
  if (!isWhatItSays(name ?? '', head)) throw new Refused('collect_kind', { field: 'name' })
}
