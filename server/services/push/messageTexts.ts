import type { Language } from '@/contract/entities'
import type { OutsideKind } from '@/contract/push'
import { withoutDirections } from '@/domain/items/naming'
import type { MessageTemplate } from '../../config/messengerConfiguration'
import { filled, plainName, presentTemplate, presentText, timeOf } from './words'

/** What is told: that somebody mentions or invites whom it is told to, or how often something happened. Never what was said. */
export type OutsideFacts =
  | { kind: 'mention'; sender: string; item: string; typedId: string; messageId: number; at: Date }
  | { kind: 'invitation'; sender: string; item: string; collabId: number; at: Date }
  | { kind: OutsideKind; count: number; at: Date }

interface Words {
  mention: string
  invitation: string
  look: string
  /** Of several. */
  many: Record<OutsideKind, string>
  somebody: string
}

const words: Record<Language, Words> = {
  'zh-CN': {
    mention: '{sender} 在“{item}”的评论里提到了你',
    invitation: '{sender} 邀请你协作“{item}”',
    look: '查看',
    many: { mention: '{n} 条提到你的评论', invitation: '{n} 个协作邀请', first_visit: '{n} 个分享首次被打开' },
    somebody: '书包云盘',
  },
  'zh-TW': {
    mention: '{sender} 在「{item}」的評論裡提到了你',
    invitation: '{sender} 邀請你協作「{item}」',
    look: '檢視',
    many: { mention: '{n} 則提到你的評論', invitation: '{n} 個協作邀請', first_visit: '{n} 個分享首次被開啟' },
    somebody: '書包雲盤',
  },
  en: {
    mention: '{sender} mentions you in a comment on “{item}”',
    invitation: '{sender} invites you to work together in “{item}”',
    look: 'See it',
    many: {
      mention: '{n} comments mention you',
      invitation: '{n} invitations',
      first_visit: '{n} shares were opened for the first time',
    },
    somebody: 'Satchel',
  },
}

/** What WeChat fills the template of its kind with. */
export function presentOutsideMessage(facts: OutsideFacts, language: Language, template: MessageTemplate) {
  const { many, somebody } = words[language]
  const told =
    'count' in facts
      ? { item: filled(many[facts.kind], { n: String(facts.count) }), sender: somebody }
      : { item: facts.item, sender: facts.sender }
  const values = { item: withoutDirections(told.item), sender: withoutDirections(told.sender), time: timeOf(facts.at) }
  return presentTemplate(template, { page: pageOf(facts), language, values })
}

/** What WeCom's app writes. */
export function presentOutsideText(facts: OutsideFacts, language: Language, baseUrl: string | null): string {
  const { many, look, ...told } = words[language]
  const line =
    'count' in facts
      ? filled(many[facts.kind], { n: String(facts.count) })
      : filled(told[facts.kind], { sender: named(facts.sender), item: named(facts.item) })
  return presentText([line, timeOf(facts.at)], { baseUrl, path: pathOf(facts), look })
}

function named(name: string): string {
  return plainName(withoutDirections(name))
}

/** Of the mini-program. */
function pageOf(facts: OutsideFacts): string {
  if ('count' in facts) return facts.kind === 'first_visit' ? 'packages/share/links/index' : 'packages/message/index'
  return facts.kind === 'mention'
    ? `packages/comments/index?comment=1&typed_id=${facts.typedId}&message_id=${facts.messageId}`
    : `packages/people/members/invitation/index?type=accept&collab_id=${facts.collabId}`
}

/** Of a browser. */
function pathOf(facts: OutsideFacts): string {
  if ('count' in facts) return facts.kind === 'first_visit' ? '/shares' : '/message'
  return facts.kind === 'mention'
    ? `/message?comment=1&typed_id=${facts.typedId}&message_id=${facts.messageId}`
    : `/collab/accept?collab_id=${facts.collabId}`
}
