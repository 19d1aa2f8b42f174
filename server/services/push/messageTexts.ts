import type { Language } from '@/contract/entities'
import type { PushKind } from '@/contract/push'
import { withoutDirections } from '@/domain/items/naming'
import type { MessageTemplate } from '../../config/messengerConfiguration'
import { chineseTime } from '../../time/calendar'
import { filled, plainName, presentTemplate, presentText } from './words'

/** The facts of a push message: a mention or invitation and its sender, or how often something happened. Never the text of a comment. */
export type PushFacts =
  | { kind: 'mention'; sender: string; item: string; typedId: string; messageId: number; at: Date }
  | { kind: 'invitation'; sender: string; item: string; collabId: number; at: Date }
  | { kind: PushKind; count: number; at: Date }

interface Words {
  mention: string
  invitation: string
  look: string
  /** For several events. */
  many: Record<PushKind, string>
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

/** The WeChat template message. */
export function presentPushMessage(facts: PushFacts, language: Language, template: MessageTemplate) {
  const { many, somebody } = words[language]
  const texts =
    'count' in facts
      ? { item: filled(many[facts.kind], { n: String(facts.count) }), sender: somebody }
      : { item: facts.item, sender: facts.sender }
  const values = {
    item: withoutDirections(texts.item),
    sender: withoutDirections(texts.sender),
    time: chineseTime(facts.at),
  }
  return presentTemplate(template, { page: pageOf(facts), language, values })
}

/** The WeCom text. */
export function presentPushText(facts: PushFacts, language: Language, baseUrl: string | null): string {
  const { many, look, ...texts } = words[language]
  const line =
    'count' in facts
      ? filled(many[facts.kind], { n: String(facts.count) })
      : filled(texts[facts.kind], { sender: cleanName(facts.sender), item: cleanName(facts.item) })
  return presentText([line, chineseTime(facts.at)], { baseUrl, path: pathOf(facts), look })
}

function cleanName(name: string): string {
  return plainName(withoutDirections(name))
}

/** The page of the mini-program to open. */
function pageOf(facts: PushFacts): string {
  if ('count' in facts) return facts.kind === 'first_visit' ? 'packages/share/links/index' : 'packages/message/index'
  return facts.kind === 'mention'
    ? `packages/comments/index?comment=1&typed_id=${facts.typedId}&message_id=${facts.messageId}`
    : `packages/people/members/invitation/index?type=accept&collab_id=${facts.collabId}`
}

/** The path of the web app to open. */
function pathOf(facts: PushFacts): string {
  if ('count' in facts) return facts.kind === 'first_visit' ? '/shares' : '/message'
  return facts.kind === 'mention'
    ? `/message?comment=1&typed_id=${facts.typedId}&message_id=${facts.messageId}`
    : `/collab/accept?collab_id=${facts.collabId}`
}
