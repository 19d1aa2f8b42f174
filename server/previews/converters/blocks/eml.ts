import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { NoPreview } from '../task'
import { decodeText } from '../text/decodeText'
import { encodingOfLabel } from '../text/encoding/declaredEncoding'
import { candidateOf, decodeAs, guessEncoding } from '../text/encoding/guessEncoding'
import { printable } from '../text/paper'
import { paragraphsOf, TEXT_LIMIT, type Blocks } from './blocks'
import { blocksOfHtml } from './HtmlBlocks'
import { addressWords, blocksOfMail, timeWords } from './mail'

/** Parts within parts, messages within messages, and bytes of all header fields. */
const LIMITS = { maxNestingDepth: 64, maxRfc822NestingDepth: 5, maxHeadersSize: 2 * 1024 * 1024 }
/** The first field, perhaps after the separator of a mailbox. */
const BEGINS = /^(From [^\n]*\n)?[\x21-\x39\x3b-\x7e]{1,100}[ \t]*:/
/** bytes in which the parts of a mail declare their encodings */
const DECLARED = 256 * 1024
/** Between the fields and the text. */
const BETWEEN = /\r?\n\r?\n/

/** The blocks of a mail (RFC 5322). Throws NoPreview: empty, extension_not_correct, failure. */
export async function readEml(path: string): Promise<Blocks> {
  const bytes = await readFile(path)
  if (bytes.length === 0) throw new NoPreview('empty', 'no bytes')
  const raw = withoutBlankStart(bytes)
  if (!BEGINS.test(raw.toString('latin1', 0, 4096))) throw new NoPreview('extension_not_correct', 'no mail')
  const mail = await parseInEncoding(partsOf(raw))
  return blocksOfMail({
    subject: mail.subject ?? '',
    from: addressesOf(mail.from ? [mail.from] : mail.sender ? [mail.sender] : []),
    to: addressesOf(mail.to),
    cc: addressesOf(mail.cc),
    date: dateOf(mail),
    body: bodyOf(mail),
    attachments: mail.attachments
      .filter(({ related, disposition }) => !related || disposition === 'attachment')
      .map(({ filename, mimeType, content }) => ({
        name: filename || mimeType,
        bytes: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
      })),
  })
}

function bodyOf({ html, text }: Email): Blocks {
  const page = html ? blocksOfHtml(html) : null
  if (page && page.tokens.length > 0) return page
  const plain = printable(text ?? '')
  return { tokens: paragraphsOf(plain.slice(0, TEXT_LIMIT)), isCut: plain.length > TEXT_LIMIT }
}

function addressesOf(addresses: readonly Address[] = []): string[] {
  return addresses
    .flatMap((each) => ('group' in each && each.group ? each.group : [each]))
    .map(({ name, address }) => addressWords(name, address))
    .filter((each) => each !== '')
}

/** The time in the zone of the sender. */
function dateOf({ date, headers }: Email): string {
  if (date === undefined) return ''
  const [, sign, hours, minutes] =
    /([+-])(\d\d)(\d\d)\b/.exec(headers.find(({ key }) => key === 'date')?.value ?? '') ?? []
  const offset = sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  return timeWords(new Date(date), offset) || date
}

/** Without a byte order mark and blank lines. */
function withoutBlankStart(bytes: Buffer): Buffer {
  let at = bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xefbbbf ? 3 : 0
  while (at < bytes.length && [0x0a, 0x0d, 0x20, 0x09].includes(bytes[at]!)) at += 1
  return bytes.subarray(at)
}

/** The bytes of the fields, and those after them. Fields in an encoding that nothing declares, as old programs wrote them, become UTF-8. */
function partsOf(raw: Buffer): [head: Buffer, rest: Buffer] {
  const end = BETWEEN.exec(raw.toString('latin1', 0, LIMITS.maxHeadersSize))?.index ?? raw.length
  const [head, rest] = [withWholeWords(raw.subarray(0, end)), raw.subarray(end)]
  if (isUtf8(head)) return [head, rest]
  // A subject is short: what the rest of the mail shows about its encoding counts, too.
  const encoding = guessEncoding(isUtf8(rest) ? head : raw, encodingOfText(raw))
  return [Buffer.from(decodeAs(head, encoding)), rest]
}

/** Encoded words (RFC 2047) with bytes that the form forbids. Some programs encode only the blanks. */
const HALF_ENCODED = /=\?([\w.:-]+)(?:\*[\w-]*)?\?q\?([^?\n]*[\x80-\xff][^?\n]*)\?=/gi

/** Encodes such words whole. Otherwise their bytes would be read in two encodings, one after the other. */
function withWholeWords(head: Buffer): Buffer {
  const fields = head.toString('latin1')
  if (fields.search(HALF_ENCODED) < 0) return head
  const whole = fields.replace(HALF_ENCODED, (word, label: string, letters: string) => {
    const encoding = encodingOfLabel(label)
    if (encoding === undefined) return word
    const bytes = letters
      .replaceAll('_', ' ')
      .replace(/=([\da-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
    const text = decodeAs(Buffer.from(bytes, 'latin1'), candidateOf(encoding))
    return `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
  })
  return Buffer.from(whole, 'latin1')
}

/** The first encoding that a part of the mail declares. Programs write Latin 1 as their default, whatever the text is. */
function encodingOfText(raw: Buffer): string | undefined {
  for (const [, label] of raw.toString('latin1', 0, DECLARED).matchAll(/charset\s*=\s*["']?([\w.:-]+)/gi)) {
    const encoding = encodingOfLabel(label!)
    if (encoding !== undefined && encoding !== 'utf-8' && encoding !== 'windows-1252') return encoding
  }
  return undefined
}

function inUtf8(bytes: Buffer): string {
  try {
    return decodeText(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

/** A text without a declared encoding is read by the evidence of all of them. */
async function parseInEncoding([head, rest]: [Buffer, Buffer]): Promise<Email> {
  const mail = await parse(Buffer.concat([head, rest]))
  const unreadable = countUnreadable(mail)
  if (unreadable === 0 || isUtf8(rest)) return mail
  const other = await parse(Buffer.concat([head, Buffer.from(inUtf8(rest))]))
  return countUnreadable(other) < unreadable ? other : mail
}

function countUnreadable({ html = '', text = '' }: Email): number {
  return `${html}${text}`.split('\ufffd').length - 1
}

async function parse(raw: Buffer): Promise<Email> {
  try {
    return await PostalMime.parse(raw, LIMITS)
  } catch (error) {
    throw new NoPreview('failure', error instanceof Error ? error.message : String(error))
  }
}
