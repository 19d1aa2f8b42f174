import type { Language } from '@/contract/entities'
import { calendar } from '../../time/calendar'
import type { MessageTemplate } from '../../config/messengerConfiguration'

/** hours ahead of UTC: WeChat's users are in China */
export const ZONE = 8
/** Characters that WeChat takes in a field, by the kind in its name. */
const LONGEST: Record<string, number> = { thing: 20, character_string: 32, phrase: 5, name: 10 }

const languages = { 'zh-CN': 'zh_CN', 'zh-TW': 'zh_TW', en: 'en_US' } as const

/** What WeChat fills a template with, and the page that the message opens. */
export function presentTemplate(
  { id, fields }: MessageTemplate,
  { page, language, values }: { page: string; language: Language; values: Record<string, string> },
) {
  return {
    template_id: id,
    page,
    lang: languages[language],
    data: Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [name, { value: fitted(name, filled(text, values)) }]),
    ),
  }
}

/** A text of WeCom's app with a link at its end, where the server knows its own address. */
export function presentText(
  lines: readonly string[],
  { baseUrl, path, look }: { baseUrl: string | null; path: string; look: string },
): string {
  return [...lines, ...(baseUrl === null ? [] : [`<a href="${baseUrl}${path}">${look}</a>`])].join('\n')
}

export function timeOf(at: Date): string {
  return calendar(at)
    .utcOffset(ZONE * 60)
    .format('YYYY-MM-DD HH:mm')
}

export function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}

/** A name that does not pass for a link of the text around it. */
export function plainName(name: string): string {
  return name.replace(/</g, '＜').replace(/>/g, '＞')
}

/** Cut in the middle of no character; a field of time or number is left as it is. */
function fitted(field: string, text: string): string {
  const kind = field.replace(/\d+$/, '')
  const longest = LONGEST[kind]
  const characters = Array.from(text)
  if (longest === undefined || characters.length <= longest) return text
  return `${characters.slice(0, longest - 1).join('')}…`
}
