import type { Language } from '@/contract/entities'
import type { MessageTemplate } from '../../config/messengerConfiguration'
import type { LinkDetail } from '../../queries/shares/links'
import { chineseTime } from '../../time/calendar'
import { filled, plainName, presentTemplate, presentText } from './words'

interface Facts {
  link: Pick<LinkDetail, 'id' | 'serial_number' | 'items'>
  language: Language
  /** when the link was opened */
  at: Date
  baseUrl: string | null
}

const words: Record<Language, { opened: string; look: string }> = {
  'zh-CN': { opened: '你分享的“{item}”首次被打开', look: '查看分享' },
  'zh-TW': { opened: '你分享的「{item}」首次被開啟', look: '檢視分享' },
  en: { opened: '“{item}”, which you shared, was opened for the first time', look: 'See the share' },
}

/** The WeChat template message about the first opening of a link. */
export function presentVisitMessage({ link, language, at }: Facts, template: MessageTemplate) {
  const values = { item: nameOf(link), time: chineseTime(at) }
  return presentTemplate(template, { page: `packages/share/links/index?id=${link.id}`, language, values })
}

/** The WeCom text about the first opening of a link. */
export function presentVisitText({ link, language, at, baseUrl }: Facts): string {
  const { opened, look } = words[language]
  const lines = [filled(opened, { item: plainName(nameOf(link)) }), `${link.serial_number} · ${chineseTime(at)}`]
  return presentText(lines, { baseUrl, path: `/shares/${link.id}`, look })
}

function nameOf({ items }: Facts['link']): string {
  const [first] = items
  return `${first?.name ?? ''}${items.length > 1 ? ` +${items.length - 1}` : ''}`
}
