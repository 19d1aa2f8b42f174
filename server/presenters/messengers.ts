import type { MessengerLink } from '@/contract/messengers/links'
import { secondsOf } from '../time/clock'
import type { MessengerLinkRow } from '../queries/messengers/links'

export function presentMessengerLink({ id, messenger, linked_at, used_at }: MessengerLinkRow): MessengerLink {
  return { id, kind: messenger, linked: secondsOf(linked_at), last_used: used_at && secondsOf(used_at) }
}
