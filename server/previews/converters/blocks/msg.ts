import { isAscii } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FieldsData, ParserConfig } from '@kenjiuno/msgreader'
import { CompoundFile } from '../office/compoundFile'
import { NoPreview, TookTooLong } from '../task'
import { decodeText } from '../text/decodeText'
import { guessEncoding } from '../text/encoding/guessEncoding'
import { printable } from '../text/paper'
import { withinTime } from '../withinTime'
import { paragraphsOf, TEXT_LIMIT, type Blocks } from './blocks'
import { blocksOfHtml } from './HtmlBlocks'
import { addressWords, blocksOfMail, timeWords } from './mail'
import { hasEndlessChain } from './sectorChains'

// Its default export is hidden from modules of today.
const { default: MsgReader } = createRequire(import.meta.url)(
  '@kenjiuno/msgreader',
) as typeof import('@kenjiuno/msgreader')

/** ms of work, and of time, for reading a mail */
const PATIENCE = { work: 5000, time: 20_000 }
/** The properties that every mail has. */
const PROPERTIES = '__properties_version1.0'

/** The blocks of a mail that Outlook saved ([MS-OXMSG]). Throws NoPreview: empty, extension_not_correct, failure. */
export async function readMsg(path: string): Promise<Blocks> {
  const bytes = await readFile(path)
  if (bytes.length === 0) throw new NoPreview('empty', 'no bytes')
  const isMail = CompoundFile.begins(bytes) && (await CompoundFile.use(path, async (file) => file.has(PROPERTIES)))
  if (!isMail) throw new NoPreview('extension_not_correct', 'no mail')
  if (hasEndlessChain(bytes)) throw new NoPreview('failure', 'a chain of sectors never ends')
  const fields = fieldsOf(bytes)
  const people = (kind: FieldsData['recipType']) =>
    (fields.recipients ?? [])
      .filter(({ recipType = 'to' }) => recipType === kind)
      .map(({ name, email, smtpAddress }) => addressWords(name, addressOf(smtpAddress, email)))
      .filter((each) => each !== '')
  const sender = addressWords(
    fields.senderName,
    addressOf(fields.senderSmtpAddress, fields.senderEmail, fields.creatorSMTPAddress),
  )
  return blocksOfMail({
    subject: fields.subject ?? '',
    from: sender === '' ? [] : [sender],
    to: people('to'),
    cc: people('cc'),
    date: timeWords(momentOf(fields), 0),
    body: bodyOf(fields),
    attachments: (fields.attachments ?? [])
      .filter(({ attachmentHidden }) => attachmentHidden !== true)
      .map(({ fileName, fileNameShort, name, innerMsgContent, contentLength }) => ({
        name: fileName || fileNameShort || name || '?',
        bytes: innerMsgContent ? null : (contentLength ?? null),
      })),
  })
}

/** The first one that is an address. Names inside an organisation are none. */
function addressOf(...candidates: (string | undefined)[]): string | undefined {
  return candidates.find((each) => each?.includes('@'))
}

/** The time when it was sent, else when it came. */
function momentOf({ clientSubmitTime, messageDeliveryTime, headers, creationTime }: FieldsData): Date {
  const named = /^Date:\s*(.+)$/im.exec(headers ?? '')?.[1]
  return new Date(clientSubmitTime ?? messageDeliveryTime ?? named ?? creationTime ?? '')
}

/** The encodings of texts that are not in UTF-16, by the numbers of Windows. */
const encodings: Record<number, string> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  1250: 'windows-1250',
  1251: 'windows-1251',
  1252: 'windows-1252',
  1253: 'windows-1253',
  1254: 'windows-1254',
  1255: 'windows-1255',
  1256: 'windows-1256',
  1257: 'windows-1257',
  1258: 'windows-1258',
  20866: 'koi8-r',
  20932: 'euc-jp',
  21866: 'koi8-u',
  51932: 'euc-jp',
  51936: 'gb18030',
  51949: 'euc-kr',
  54936: 'gb18030',
  65001: 'utf-8',
}
/** The type of properties that are texts in an encoding of Windows. */
const UNMARKED_TEXT = 0x1e
const BLANK = Buffer.from(' ')
/** The encodings of Windows by the language of a mail ([MS-LCID], its lower ten bits); the others are written in that of Western Europe. */
const languages: Record<number, string> = {
  0x01: 'windows-1256',
  0x02: 'windows-1251',
  0x05: 'windows-1250',
  0x08: 'windows-1253',
  0x0d: 'windows-1255',
  0x0e: 'windows-1250',
  0x11: 'shift_jis',
  0x12: 'euc-kr',
  0x15: 'windows-1250',
  0x18: 'windows-1250',
  0x19: 'windows-1251',
  0x1e: 'windows-874',
  0x1f: 'windows-1254',
  0x22: 'windows-1251',
  0x23: 'windows-1251',
  0x29: 'windows-1256',
  0x2a: 'windows-1258',
}
const CHINESE = 0x04
/** Languages of Chinese that are written in traditional characters: Taiwan, Hong Kong, Macao. */
const TRADITIONAL = [0x0404, 0x0c04, 0x1404]

function fieldsOf(bytes: Buffer): FieldsData {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
  const read = (config: ParserConfig) =>
    withinTime(PATIENCE.work, PATIENCE.time, () => {
      const reader = new MsgReader(buffer)
      reader.parserConfig = config
      return reader.getFileData()
    })
  const unmarked: Uint8Array[] = []
  const fields = read({
    propertyObserver: (_, tag, raw) => {
      // The blank keeps the end of a text from forming a letter with the begin of the next one.
      if ((tag & 0xffff) === UNMARKED_TEXT && raw !== null) unmarked.push(raw, BLANK)
    },
  })
  if (fields.error !== undefined) throw new NoPreview('failure', fields.error)
  const texts = Buffer.concat(unmarked)
  if (isAscii(texts)) return fields
  try {
    return read({ ansiEncoding: encodingOf(fields, texts) })
  } catch (error) {
    if (error instanceof TookTooLong) throw error
    // The library does not know the encoding.
    return fields
  }
}

/**
 * The encoding of texts that are not in UTF-16: the one that the mail names, if it has all their letters, or else by their evidence, for which the
 * language of the mail counts.
 */
function encodingOf({ messageCodepage, internetCodepage, messageLocaleId }: FieldsData, texts: Buffer): string {
  const named = [messageCodepage, internetCodepage].flatMap((page) => encodings[page ?? 0] ?? [])
  const fitting = named.find((encoding) => !new TextDecoder(encoding).decode(texts).includes('\ufffd'))
  return fitting ?? guessEncoding(texts, encodingOfLanguage(messageLocaleId)).encoding
}

function encodingOfLanguage(id = 0): string | undefined {
  const language = id & 0x3ff
  if (language === CHINESE) return TRADITIONAL.includes(id) ? 'big5' : 'gb18030'
  return language === 0 ? undefined : (languages[language] ?? 'windows-1252')
}

function bodyOf({ html, bodyHtml, body }: FieldsData): Blocks {
  const source = html ? decodeText(Buffer.from(html)) : (bodyHtml ?? '')
  const page = source === '' ? null : blocksOfHtml(source)
  if (page && page.tokens.length > 0) return page
  const plain = printable(body ?? '')
  return { tokens: paragraphsOf(plain.slice(0, TEXT_LIMIT)), isCut: plain.length > TEXT_LIMIT }
}
