import { epub } from '../samples/books'
import { eml, letter, msg, outlookMail } from '../samples/mails'
import { deflatedZeros, overlappingZip } from '../samples/zip'
import type { HostileFile } from './HostileFile'

const MiB = 1024 * 1024

const html = (...body: string[]) => eml('Subject: x', 'Content-Type: text/html; charset=utf-8', '', ...body)

/** Parts within parts. */
function nested(levels: number): Buffer {
  const open = Array.from({ length: levels }, (_, at) => [
    `Content-Type: multipart/mixed; boundary=b${at}`,
    '',
    `--b${at}`,
  ])
  return eml('Subject: x', ...open.flat(), 'Content-Type: text/plain', '', 'deep')
}

/** Messages within messages. */
function forwarded(levels: number): Buffer {
  return eml(
    ...Array.from({ length: levels }, () => ['Subject: x', 'Content-Type: message/rfc822', '']).flat(),
    'Subject: y',
    '',
    'deep',
  )
}

/** The mail with the end of each chain of its table of sectors turned into its beginning. */
function endless(): Buffer {
  const bytes = outlookMail()
  const table = (bytes.readUInt32LE(76) + 1) * 512
  for (let at = table; at < table + 512; at += 4) if (bytes.readInt32LE(at) === -2) bytes.writeInt32LE(0, at)
  return bytes
}

export const hostileMails: HostileFile[] = [
  { name: 'a mail that acts.eml', bytes: letter, ends: 'shown', isActive: true },
  { name: 'parts in parts.eml', bytes: () => nested(50), ends: 'shown' },
  { name: 'parts in thousands of parts.eml', bytes: () => nested(5000), ends: 'failure' },
  { name: 'messages in messages.eml', bytes: () => forwarded(1000), ends: 'shown' },
  {
    name: 'a flood of fields.eml',
    bytes: () => eml(`Subject: x${'\r\nX-Flood: aaaaaaaaaaaaaaa'.repeat(200_000)}`, '', 'a'),
    ends: 'failure',
  },
  {
    name: 'a field of 1 MB.eml',
    bytes: () => eml(`Subject: ${'a'.repeat(MiB)}`, `To: ${'<'.repeat(100_000)}`, '', 'a'),
    ends: 'shown',
  },
  {
    name: 'fifty thousand receivers.eml',
    bytes: () => eml(`To: ${'a@x.example, '.repeat(50_000)}`, '', 'a'),
    ends: 'shown',
  },
  { name: 'elements in elements.eml', bytes: () => html('<div><b>'.repeat(100_000), 'deep'), ends: 'shown' },
  { name: 'lists in lists.eml', bytes: () => html('<ul><li>a'.repeat(900)), ends: 'shown' },
  { name: 'quotes in quotes.eml', bytes: () => html('<blockquote>a'.repeat(1500)), ends: 'shown' },
  { name: 'tables in tables.eml', bytes: () => html('<table><tr><td>a'.repeat(600)), ends: 'shown' },
  { name: 'brackets.eml', bytes: () => html('<'.repeat(MiB)), ends: 'shown', isSlow: true },
  {
    name: 'brackets in an address.eml',
    bytes: () => eml(`To: ${'('.repeat(MiB)}`, `Cc: ${'a:'.repeat(MiB / 2)}`, '', 'a'),
    ends: ['shown', 'failure'],
  },
  { name: 'entities.eml', bytes: () => html('&lt;'.repeat(100_000)), ends: 'shown' },
  { name: 'an attribute of 1 MB.eml', bytes: () => html(`<p style="${'display '.repeat(MiB / 8)}">a`), ends: 'shown' },
  {
    name: 'names that reverse.eml',
    bytes: () => eml('From: "\u202egro.elpmaxe@knab" <a@x.example>', '', 'a'),
    ends: 'shown',
  },
  { name: 'cut in a part.eml', bytes: () => letter().subarray(0, 900), ends: 'shown' },
  { name: 'zero bytes.eml', bytes: () => Buffer.alloc(1000), ends: 'extension_not_correct' },
  {
    name: 'cut.msg',
    bytes: () => outlookMail().subarray(0, 3000),
    ends: ['failure', 'extension_not_correct', 'shown'],
  },
  { name: 'an endless chain.msg', bytes: endless, ends: 'failure' },
  {
    name: 'a page that acts.msg',
    bytes: (canary) =>
      msg({
        properties: { '10130102': Buffer.from(`<img src="${canary}/msg"><script>fetch("${canary}/s")</script>a`) },
      }),
    ends: 'shown',
    isActive: true,
  },
]

const page = (body: string) => [{ name: 'a.xhtml', content: body }]

export const hostileBooks: HostileFile[] = [
  {
    name: 'a book that acts.epub',
    bytes: (canary) =>
      epub(
        page(
          `<script src="${canary}/s"></script><img src="${canary}/picture" onerror="fetch('${canary}/e')"/><iframe src="${canary}/f"/>a`,
        ),
      ),
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'entities of the system.epub',
    bytes: () =>
      epub([
        {
          name: 'a.xhtml',
          content: Buffer.from(
            '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY l "&e;&e;&e;&e;">]><x>&e;&l;</x>',
          ),
        },
      ]),
    ends: 'shown',
    isActive: true,
  },
  {
    name: 'out of the book.epub',
    bytes: () => epub([{ name: '../../../../etc/passwd', content: null }]),
    ends: 'shown',
  },
  {
    name: 'a part that bursts.epub',
    bytes: () => epub([{ name: 'a.xhtml', content: deflatedZeros(32 * MiB) }]),
    ends: 'shown',
  },
  {
    name: 'one part ten thousand times.epub',
    bytes: () => epub(Array.from({ length: 10_000 }, () => page('<p>again and again</p>')[0]!)),
    ends: 'shown',
  },
  { name: 'elements in elements.epub', bytes: () => epub(page('<div>'.repeat(100_000))), ends: 'shown' },
  { name: 'parts that share bytes.epub', bytes: () => overlappingZip(100), ends: 'extension_not_correct' },
  { name: 'a text.epub', bytes: () => 'no book', ends: 'extension_not_correct' },
]
