import type { Token } from 'marked'
import { formatSize } from '@/domain/format/size'
import { bulletList, heading, NO_TEXT, paragraph, quietWords, rule, words, type Blocks } from './blocks'

/** The parts of a mail that are shown. */
export interface Mail {
  subject: string
  from: string[]
  to: string[]
  cc: string[]
  /** As shown. */
  date: string
  body: Blocks
  attachments: { name: string; bytes: number | null }[]
}

/** Names in grey before the fields. A rendition has readers of every language. */
const LABELS = {
  from: '发件人 · 寄件者 · From',
  to: '收件人 · 收件者 · To',
  cc: '抄送 · 副本 · Cc',
  date: '时间 · 時間 · Date',
  attachments: '附件 · Attachments',
}
/** Addresses of a field, and attachments, that are listed. */
const MOST = { addresses: 50, attachments: 200 }
/** characters of a name or subject */
const NAME_LIMIT = 500

/** A mail as it is read: subject, fields, text, and the names and sizes of its attachments. */
export function blocksOfMail({ subject, from, to, cc, date, body, attachments }: Mail): Blocks {
  const fields = [
    ...field(LABELS.from, from),
    ...field(LABELS.to, to),
    ...field(LABELS.cc, cc),
    ...field(LABELS.date, date === '' ? [] : [date]),
  ]
  return {
    tokens: [
      ...(subject === '' ? [] : [heading(3, [words(short(subject))])]),
      ...fields,
      ...(fields.length > 0 ? [rule] : []),
      ...(body.tokens.length > 0 ? body.tokens : [paragraph([quietWords(NO_TEXT)])]),
      ...listAttachments(attachments),
    ],
    isCut: body.isCut,
  }
}

function field(label: string, values: readonly string[]): Token[] {
  if (values.length === 0) return []
  const shown = values.slice(0, MOST.addresses).map(short)
  const rest = values.length - shown.length
  return [
    paragraph([quietWords(`${label}  `), words(shown.join(', ')), ...(rest > 0 ? [quietWords(` …… +${rest}`)] : [])]),
  ]
}

function listAttachments(attachments: Mail['attachments']): Token[] {
  if (attachments.length === 0) return []
  const shown = attachments.slice(0, MOST.attachments)
  const rest = attachments.length - shown.length
  return [
    rule,
    paragraph([quietWords(`${LABELS.attachments} (${attachments.length})`)]),
    bulletList(
      shown.map(({ name, bytes }) => [
        paragraph([words(short(name)), ...(bytes === null ? [] : [quietWords(`  ${sizeWords(bytes)}`)])]),
      ]),
    ),
    ...(rest > 0 ? [paragraph([quietWords(`…… +${rest}`)])] : []),
  ]
}

function sizeWords(bytes: number): string {
  const { value, unit } = formatSize(bytes)
  return `${value} ${unit}`
}

/** In one line, without signs that reorder other text. */
function short(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim()
  return line.length > NAME_LIMIT ? `${line.slice(0, NAME_LIMIT)}…` : line
}

/** `Name <address>`, or the one that is there. */
export function addressWords(name: string | undefined, address: string | undefined): string {
  if (!name || name === address) return address ?? ''
  return address ? `${name} <${address}>` : name
}

/** A moment as the time of a zone. @param offset minutes east of Greenwich */
export function timeWords(moment: Date, offset: number): string {
  if (Number.isNaN(moment.getTime())) return ''
  const [day, time] = new Date(moment.getTime() + offset * 60_000).toISOString().split('T') as [string, string]
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${day} ${time.slice(0, 5)} (UTC${offset < 0 ? '-' : '+'}${hours}:${minutes})`
}
