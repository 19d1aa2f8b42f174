import type { Language } from '@/contract/entities'
import { calendar } from '../calendar'
import type { MessageTemplate } from '../messengerConfiguration'
import type { LinkDetail } from '../queries/shareLinks'

interface Facts {
  link: Pick<LinkDetail, 'id' | 'serial_number' | 'items'>
  language: Language
  /** When it was opened. */
  at: Date
  baseUrl: string | null
}

/** hours ahead of UTC: WeChat's users are in China */
const ZONE = 8
/** Characters that WeChat takes in a field, by the kind in its name. */
const LONGEST: Record<string, number> = { thing: 20, character_string: 32, phrase: 5, name: 10 }

const languages = { 'zh-CN': 'zh_CN', 'zh-TW': 'zh_TW', en: 'en_US' } as const
const words: Record<Language, { told: string; look: string }> = {
  'zh-CN': { told: '你分享的“{item}”首次被打开', look: '查看分享' },
  'zh-TW': { told: '你分享的「{item}」首次被開啟', look: '檢視分享' },
  en: { told: '“{item}”, which you shared, was opened for the first time', look: 'See the share' },
}

/** What WeChat fills a template with about the first opening of a link. */
export function presentVisitMessage({ link, language, at }: Facts, { id, fields }: MessageTemplate) {
  const told = { item: nameOf(link), time: timeOf(at) }
  return {
    template_id: id,
    page: `packages/share/links/index?id=${link.id}`,
    lang: languages[language],
    data: Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [name, { value: fitted(name, filled(text, told)) }]),
    ),
  }
}

/** What WeCom's app writes about it. A name must not pass for the text's own link. */
export function presentVisitText({ link, language, at, baseUrl }: Facts): string {
  const { told, look } = words[language]
  const item = nameOf(link).replace(/</g, '＜').replace(/>/g, '＞')
  const lines = [filled(told, { item }), `${link.serial_number} · ${timeOf(at)}`]
  return [...lines, ...(baseUrl === null ? [] : [`<a href="${baseUrl}/shares/${link.id}">${look}</a>`])].join('\n')
}

function nameOf({ items }: Facts['link']): string {
  const [first] = items
  return `${first?.name ?? ''}${items.length > 1 ? ` +${items.length - 1}` : ''}`
}

function timeOf(at: Date): string {
  return calendar(at)
    .utcOffset(ZONE * 60)
    .format('YYYY-MM-DD HH:mm')
}

function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}

/** Cut in the middle of no character; a field of time or number is left as it is. */
function fitted(field: string, text: string): string {
  const kind = field.replace(/\d+$/, '')
  const longest = LONGEST[kind]
  const characters = Array.from(text)
  if (longest === undefined || characters.length <= longest) return text
  return `${characters.slice(0, longest - 1).join('')}…`
}
