import type { ShareVisit } from '@/contract/shares/shares'

/** Programs that fetch addresses for previews or search engines; they do not count as visitors. */
const robots =
  /bot\b|crawler|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|slack|discord|embedly|skypeuripreview|linkexpand|^(curl|wget|python|go-http|java|okhttp)/i

export function isRobot(userAgent: string): boolean {
  return robots.test(userAgent)
}

/** The client in which a link was opened, by its User-Agent. */
export function deviceOf(userAgent: string): ShareVisit['device'] {
  // WeCom's User-Agent contains WeChat's.
  if (/\bwxwork\//i.test(userAgent)) return 'wecom'
  if (/\bMicroMessenger\//i.test(userAgent)) return 'wechat'
  return /^Mozilla\//.test(userAgent) ? 'browser' : 'other'
}
