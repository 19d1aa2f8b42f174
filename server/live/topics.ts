const ofItems = ['in', 'of', 'comments', 'document', 'presence', 'restored'] as const
const ofUsers = ['trash', 'favourites', 'messages', 'rights', 'session'] as const

/**
 * The subjects of the notifications that the database's triggers send (migrations 010, 017, 107):
 * - `in`: something in a folder changed; `of`: an item or the rights to the item changed; `comments`: an item's comments changed; `document`: an
 *   update of a document was stored; `presence`: a reader of a document is somewhere else, or has left; `restored`: somebody restored a version of a
 *   document
 * - `trash`, `favourites`, `messages`, `rights`, `session`: these changed for a user; `group`: the members of a group changed; `link`: what a
 *   share link allows changed
 * - `rendition`: making a rendition ended
 */
export type Topic =
  | { name: (typeof ofItems)[number]; itemId: number }
  | { name: (typeof ofUsers)[number]; userId: number }
  | { name: 'group'; groupId: number }
  | { name: 'link'; linkId: number }
  | { name: 'rendition'; bodyId: number; kind: string }

/** A topic as the database writes it; equal topics have equal keys. */
export type TopicKey =
  | `${(typeof ofItems)[number] | (typeof ofUsers)[number] | 'group' | 'link'} ${number}`
  | `rendition ${number} ${string}`

export interface Notification {
  topic: Topic
  /** The page or tab that made the change, if the transaction names it (migration 011). */
  by: string | undefined
  /** What a process tells the others beside the topic. */
  text?: string
}

export function topicKey(topic: Topic): TopicKey {
  switch (topic.name) {
    case 'in':
    case 'of':
    case 'comments':
    case 'document':
    case 'presence':
    case 'restored':
      return `${topic.name} ${topic.itemId}`
    case 'group':
      return `group ${topic.groupId}`
    case 'link':
      return `link ${topic.linkId}`
    case 'rendition':
      return `rendition ${topic.bodyId} ${topic.kind}`
    case 'trash':
    case 'favourites':
    case 'messages':
    case 'rights':
    case 'session':
      return `${topic.name} ${topic.userId}`
  }
}

/** @param payload such as `in 12` or `in 12 by 7.k3x` @returns null for a topic that this build does not know */
export function readNotification(payload: string): Notification | null {
  const [text = '', by] = payload.split(' by ')
  const [word, number, kind, ...rest] = text.split(' ')
  const id = Number(number)
  if (!Number.isSafeInteger(id) || number === '') return null
  const itemName = ofItems.find((name) => name === word)
  if (itemName === 'presence' || itemName === 'restored')
    return { topic: { name: itemName, itemId: id }, by, text: [kind, ...rest].join(' ') }
  if (itemName) return { topic: { name: itemName, itemId: id }, by }
  const userName = ofUsers.find((name) => name === word)
  if (userName) return { topic: { name: userName, userId: id }, by }
  if (word === 'link') return { topic: { name: 'link', linkId: id }, by }
  if (word === 'group') return { topic: { name: 'group', groupId: id }, by }
  if (word === 'rendition' && kind !== undefined) return { topic: { name: 'rendition', bodyId: id, kind }, by }
  return null
}
