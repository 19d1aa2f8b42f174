import { baseOf, linkPath } from '@/domain/addresses'
import type { AppServices } from '@/stores/app/AppServices'
import { PageCard, type CardData, type JsSdk, type MessengerPage } from '@/stores/landing/PageCard'
import type { OfferCard } from './LandingPort'

/** One per app: the JS-SDK's configuration holds for the whole page. */
const cards = new WeakMap<AppServices, PageCard>()

export const offer: OfferCard = (app, { uniqueName, process }) => {
  const card = cards.get(app) ?? new PageCard({ api: app.api, clock: app.platform.clock, page: messengerPage() })
  cards.set(app, card)
  void card.offer(process?.share_link.disable_forward ? null : cardOf(uniqueName, app.sessionContext.productName))
}

/**
 * The server's card of the link for chats (AH-06), without anything behind a password or limited to some people. For a link opened inside the app
 * the page has no card.
 */
function cardOf(uniqueName: string, productName: string): CardData {
  const isOfPage = location.pathname.includes(uniqueName)
  const told = (name: string) =>
    (isOfPage && document.querySelector<HTMLMetaElement>(`meta[property="og:${name}"]`)?.content) || ''
  return {
    title: told('title') || productName,
    desc: told('description'),
    imgUrl: told('image'),
    link: `${location.origin}${baseOf(location.pathname)}${linkPath(uniqueName)}`,
  }
}

function messengerPage(): MessengerPage {
  const { userAgent } = navigator
  const isApple = /iPhone|iPad|iPod/i.test(userAgent)
  let script: Promise<JsSdk> | undefined
  return {
    messenger: /wxwork/i.test(userAgent) ? 'wecom' : 'wechat',
    // On iOS WeChat signs the address first entered, elsewhere the present one.
    address: () => (isApple && performance.getEntriesByType('navigation')[0]?.name) || location.href,
    load(address) {
      script ??= loadScript(address)
      // After a failure the next call loads it again.
      script.catch(() => (script = undefined))
      return script
    },
  }
}

/** @throws Error when it fails to load */
function loadScript(address: string): Promise<JsSdk> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = address
    element.onload = () => {
      const { wx } = window as { wx?: JsSdk }
      if (wx) resolve(wx)
      else reject(new Error('no JS-SDK'))
    }
    element.onerror = () => reject(new Error('no JS-SDK'))
    document.head.append(element)
  })
}
