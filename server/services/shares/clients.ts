import type { ShareVisit } from '@/contract/shares/shares'

/** Programs that look at an address before a person does, or for a search: what they open is no visit. */
const robots =
  /bot\b|crawler|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|slack|discord|embedly|skypeuripreview|linkexpand|^(curl|wget|python|go-http|java|okhttp)/i

export function isRobot(userAgent: string): boolean {
  return robots.test(userAgent)
}

/** Where a link was opened, by what the client calls itself. */
export function deviceOf(userAgent: string): ShareVisit['device'] {
  // WeCom calls itself WeChat, too.
  if (/\bwxwork\//i.test(userAgent)) return 'wecom'
  if (/\bMicroMessenger\//i.test(userAgent)) return 'wechat'
  return /^Mozilla\//.test(userAgent) ? 'browser' : 'other'
}
