import type { Language } from '@/contract/entities'
import type { MessageTemplate } from '../../config/messengerConfiguration'

/** Most characters in a field of a WeChat template, by the kind in the field's name. */
const MAX_LENGTHS: Record<string, number> = { thing: 20, character_string: 32, phrase: 5, name: 10 }

const languages = { 'zh-CN': 'zh_CN', 'zh-TW': 'zh_TW', en: 'en_US' } as const

/** The values of a WeChat template, and the page that the message opens. */
export function presentTemplate(
  { id, fields }: MessageTemplate,
  { page, language, values }: { page: string; language: Language; values: Record<string, string> },
) {
  return {
    template_id: id,
    page,
    lang: languages[language],
    data: Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [name, { value: shorten(name, filled(text, values)) }]),
    ),
  }
}

/** A WeCom text; ends with a link if the server knows its own address. */
export function presentText(
  lines: readonly string[],
  { baseUrl, path, look }: { baseUrl: string | null; path: string; look: string },
): string {
  return [...lines, ...(baseUrl === null ? [] : [`<a href="${baseUrl}${path}">${look}</a>`])].join('\n')
}

export function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}

/** A name that cannot contain the markup of a link. */
export function plainName(name: string): string {
  return name.replace(/</g, '＜').replace(/>/g, '＞')
}

/** Shortens a text without splitting a character; fields for times and numbers stay whole. */
function shorten(field: string, text: string): string {
  const kind = field.replace(/\d+$/, '')
  const limit = MAX_LENGTHS[kind]
  const characters = Array.from(text)
  if (limit === undefined || characters.length <= limit) return text
  return `${characters.slice(0, limit - 1).join('')}…`
}
