import { docx, pdf, photo } from '../samples/samples'
import { zip } from '../samples/zip'
import { bomb, gifOf, randomBytes } from './bytes'
import type { HostileFile } from './HostileFile'

/** An executable of Windows begins like this. */
const program = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1'), Buffer.alloc(4000), randomBytes(4000)])
const page = (canary: string) => `<!doctype html><title>x</title><script>fetch('${canary}/script')</script><img src="${canary}/picture">`

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
  { name: 'an archive.docx', bytes: () => zip({ 'notes.txt': 'nothing of Word' }), ends: 'extension_not_correct', isOffice: true },
  { name: 'a PDF.docx', bytes: () => pdf(), ends: 'extension_not_correct', isOffice: true },
  { name: 'a photo.png', bytes: () => photo(), ends: 'shown' },
  { name: 'a GIF.heic', bytes: () => gifOf(8, 8), ends: 'shown' },
  { name: 'noise.txt', bytes: () => randomBytes(50_000, 1), ends: 'extension_not_correct' },
]

const nested = () => [1, 2, 3].reduce<Buffer>((inner) => zip({ 'inner.zip': inner, 'again.zip': inner }), zip({ bomb: bomb(1) }))

/** Kinds that nobody here looks into. */
export const ofOtherKinds: HostileFile[] = [
  { name: 'a bomb.zip', bytes: () => zip({ bomb: bomb(64) }), ends: 'not_support' },
  { name: 'archives in an archive.zip', bytes: nested, ends: 'not_support' },
  { name: 'paths out of it.zip', bytes: () => zip({ '../../../etc/cron.d/x': 'x', '/etc/passwd': 'x' }), ends: 'not_support' },
  { name: 'a document.rar', bytes: () => docx('x'), ends: 'not_support' },
  { name: 'cut off.7z', bytes: () => '7z\xbc\xaf\x27\x1c', ends: 'not_support' },
  { name: 'no film.mp4', bytes: () => randomBytes(5000), ends: ['media_not_support', 'not_support'] },
  { name: 'no sound.mp3', bytes: () => 'ID3', ends: ['media_not_support', 'not_support'] },
  { name: 'no drawing.dwg', bytes: () => 'AC1032', ends: 'not_support' },
  { name: 'no model.rvt', bytes: () => randomBytes(500), ends: 'not_support' },
  { name: 'no minutes.ydoc', bytes: () => '{}', ends: 'not_support' },
  { name: 'a program.exe', bytes: () => program, ends: 'not_support' },
  { name: 'a page without an extension', bytes: page, ends: 'not_support', isActive: true },
]
