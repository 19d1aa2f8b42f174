import { gzipSync } from 'node:zlib'
import { sparseTar, tar } from '../samples/archives'
import { docx, drawing, pdf, photo } from '../samples/samples'
import { overlappingZip, zip } from '../samples/zip'
import { bomb, gifOf, randomBytes } from './bytes'
import type { HostileFile } from './HostileFile'

/** The first bytes of a Windows executable. */
const program = Buffer.concat([
  Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1'),
  Buffer.alloc(4000),
  randomBytes(4000),
])
const page = (canary: string) =>
  `<!doctype html><title>x</title><script>fetch('${canary}/script')</script><img src="${canary}/picture">`

export const nothingInIt: HostileFile[] = [
  { name: 'no byte.pdf', bytes: () => '', ends: 'empty' },
  { name: 'no byte.jpg', bytes: () => '', ends: 'empty' },
  { name: 'no byte.md', bytes: () => '', ends: 'empty' },
  { name: 'no byte.docx', bytes: () => '', ends: 'empty', isOffice: true },
  { name: 'one byte.pdf', bytes: () => '%', ends: 'extension_not_correct' },
  { name: 'one byte.png', bytes: () => '\x89', ends: 'extension_not_correct' },
  { name: 'one byte.heic', bytes: () => 'f', ends: 'extension_not_correct' },
  { name: 'one byte.txt', bytes: () => 'x', ends: 'shown' },
  { name: 'one byte.xlsx', bytes: () => Buffer.from([0]), ends: 'extension_not_correct', isOffice: true },
]

export const otherThanTheirName: HostileFile[] = [
  { name: 'a picture.pdf', bytes: () => photo(), ends: 'extension_not_correct' },
  { name: 'a document.png', bytes: () => pdf(), ends: 'extension_not_correct' },
  { name: 'a program.jpg', bytes: () => program, ends: 'extension_not_correct' },
  { name: 'a program.txt', bytes: () => program, ends: 'extension_not_correct' },
  { name: 'a program.md', bytes: () => program, ends: 'extension_not_correct' },
  { name: 'a program.doc', bytes: () => program, ends: 'extension_not_correct', isOffice: true },
  { name: 'a page.png', bytes: page, ends: 'extension_not_correct', isActive: true },
  { name: 'a page.pdf', bytes: page, ends: 'extension_not_correct', isActive: true },
  {
    name: 'an archive.docx',
    bytes: () => zip({ 'notes.txt': 'nothing of Word' }),
    ends: 'extension_not_correct',
    isOffice: true,
  },
  { name: 'a PDF.docx', bytes: () => pdf(), ends: 'extension_not_correct', isOffice: true },
  { name: 'a photo.png', bytes: () => photo(), ends: 'shown' },
  { name: 'a GIF.heic', bytes: () => gifOf(8, 8), ends: 'shown' },
  { name: 'noise.txt', bytes: () => randomBytes(50_000, 1), ends: 'extension_not_correct' },
]

const nested = () =>
  [1, 2, 3].reduce<Buffer>((inner) => zip({ 'inner.zip': inner, 'again.zip': inner }), zip({ bomb: bomb(1) }))

/** A tar whose only file declares an enormous size. */
const endless = () => {
  const made = tar([{ name: 'endless.txt', content: 'x' }])
  made.write('77777777777\0', 124)
  made.write('        ', 148)
  made.write(
    `${made
      .subarray(0, 512)
      .reduce((all, byte) => all + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  return made
}

/** About 2.7 GB, in gzip members of 16 MiB that form one file. */
const manyZeros = () => {
  const member = gzipSync(Buffer.alloc(16 * 1024 * 1024))
  return Buffer.concat(Array.from({ length: 160 }, () => member))
}

/** Archives are listed without trusting their names and sizes. */
export const archives: HostileFile[] = [
  { name: 'a bomb.zip', bytes: () => zip({ bomb: bomb(64) }), ends: 'shown' },
  { name: 'a bomb of text.zip', bytes: () => zip({ 'bomb.txt': bomb(64) }), ends: 'shown' },
  { name: 'archives in an archive.zip', bytes: nested, ends: 'shown' },
  {
    name: 'paths out of it.zip',
    bytes: () => zip({ '../../../etc/cron.d/x': 'x', '/etc/passwd': 'x', '..\\..\\x.txt': 'x' }),
    ends: 'shown',
  },
  {
    name: 'names of one another.zip',
    bytes: () => zip({ a: 'x', 'a/b': 'x', 'a/b/c.txt': 'x', '//': '', '\u202etxt.exe': 'x' }),
    ends: 'shown',
  },
  {
    name: 'a page in it.zip',
    bytes: (canary) => zip({ 'page.html': page(canary), 'drawing.svg': drawing(canary) }),
    ends: 'shown',
  },
  {
    name: 'a directory alone.zip',
    bytes: () => zip({ 'a.txt': 'x' }).subarray(40),
    ends: ['extension_not_correct', 'failure'],
  },
  { name: 'cut off.zip', bytes: () => zip({ 'a.txt': 'x'.repeat(500) }).subarray(0, 300), ends: 'failure' },
  {
    name: 'links.tar',
    bytes: () =>
      tar([
        { name: 'a', type: '2', link: '/etc/passwd' },
        { name: 'a/b.txt', content: 'x' },
      ]),
    ends: 'shown',
  },
  { name: 'endless.tar', bytes: endless, ends: 'failure' },
  {
    name: 'a hole larger than a disk.tar',
    bytes: () => sparseTar('hole.txt', 8_000_000_000, 'x', 'gnu'),
    ends: 'shown',
  },
  {
    name: 'holes without order.tar',
    bytes: () => {
      const made = sparseTar('hole.txt', 1000, 'x', 'pax')
      made.write('3\n900\n10\n10\n900\n0\n1\n', made.indexOf('1\n999\n1\n'))
      return made
    },
    ends: 'shown',
  },
  {
    name: 'noise behind a sign.rar',
    bytes: () => Buffer.concat([Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1'), randomBytes(5000)]),
    ends: 'failure',
  },
  {
    name: 'noise behind a sign.7z',
    bytes: () => Buffer.concat([Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]), randomBytes(5000)]),
    ends: 'failure',
  },
  {
    name: 'noise behind a sign.tar.xz',
    bytes: () => Buffer.concat([Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), randomBytes(5000)]),
    ends: 'failure',
  },
  { name: 'a cut one.tar.gz', bytes: () => gzipSync(randomBytes(9000)).subarray(0, 5000), ends: 'failure' },
  { name: 'more than can be unpacked.tar.gz', bytes: manyZeros, ends: 'too_large', isSlow: true },
  {
    name: 'more than can be listed.zip',
    bytes: () => zip(Object.fromEntries(Array.from({ length: 50_001 }, (_, at) => [`${at}`, '']))),
    ends: 'too_large',
    isSlow: true,
  },
  { name: 'entries that share their bytes.zip', bytes: () => overlappingZip(200), ends: 'failure' },
  {
    name: 'names of many megabytes.zip',
    bytes: () =>
      zip(Object.fromEntries(Array.from({ length: 4500 }, (_, at) => [`${'n'.repeat(3900)}/${at}.txt`, '']))),
    ends: 'too_large',
  },
  { name: 'a document.rar', bytes: () => docx('x'), ends: 'shown' },
  { name: 'cut off.7z', bytes: () => Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]), ends: 'failure' },
]

/** Kinds that the server does not read. */
export const ofOtherKinds: HostileFile[] = [
  { name: 'no video.mp4', bytes: () => randomBytes(5000), ends: ['media_not_support', 'not_support'] },
  { name: 'no sound.mp3', bytes: () => 'ID3', ends: ['media_not_support', 'not_support'] },
  { name: 'no drawing.dwg', bytes: () => 'AC1032', ends: 'not_support' },
  { name: 'no model.rvt', bytes: () => randomBytes(500), ends: 'not_support' },
  { name: 'no minutes.ydoc', bytes: () => '{}', ends: 'not_support' },
  { name: 'a program.exe', bytes: () => program, ends: 'not_support' },
  { name: 'a page without an extension', bytes: page, ends: 'not_support', isActive: true },
]
