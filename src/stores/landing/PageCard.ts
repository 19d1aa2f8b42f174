import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Reply } from '@/contract/api'
import type { MessengerKind } from '@/contract/messengers/messengers'
import { SHARE_HANDLER_DELAY, SIGNATURE_RETRY_DELAY } from '@/domain/limits'
import type { Clock } from '@/platform/Platform'

/** The card of a forwarded page in a chat; '' for an absent part. */
export interface CardData {
  title: string
  desc: string
  /** Absolute, as is `imgUrl`. */
  link: string
  imgUrl: string
}

type Card = Partial<CardData>

/** The used part of the JS-SDK, with its own names (developers.weixin.qq.com, developer.work.weixin.qq.com). */
export interface JsSdk {
  config(settings: {
    beta?: boolean
    debug: boolean
    appId: string
    timestamp: number
    nonceStr: string
    signature: string
    jsApiList: readonly string[]
  }): void
  /** The SDK runs this after a failure, too; it runs `error` first. */
  ready(run: () => void): void
  error(run: () => void): void
  hideMenuItems?(asked: { menuList: readonly string[] }): void
  showMenuItems?(asked: { menuList: readonly string[] }): void
  updateAppMessageShareData?(card: Card): void
  updateTimelineShareData?(card: Card): void
  onMenuShareAppMessage?(card: Card): void
  onMenuShareWechat?(card: Card): void
}

/** The page in a messenger's browser. */
export interface MessengerPage {
  messenger: MessengerKind
  /** The address that the browser compares with the signature. */
  address(): string
  /** Loads the script, once. @throws Error where that fails */
  load(script: string): Promise<JsSdk>
}

interface Dependencies {
  api: Api
  clock: Clock
  page: MessengerPage
}

const signing = {
  wechat: 'POST /third_party/wechat/signature',
  wecom: 'POST /third_party/qy_wechat/signature',
} as const
/** The menu items of both browsers that forward a page to chats, publish its card, or copy its address. */
const forwarding = [
  'menuItem:share:appMessage',
  'menuItem:share:timeline',
  'menuItem:share:wechat',
  'menuItem:share:qq',
  'menuItem:share:QZone',
  'menuItem:share:weiboApp',
  'menuItem:share:email',
  'menuItem:favorite',
  'menuItem:copyUrl',
]
const jsApiList = {
  wechat: ['updateAppMessageShareData', 'updateTimelineShareData', 'hideMenuItems', 'showMenuItems'],
  wecom: ['onMenuShareAppMessage', 'onMenuShareWechat', 'hideMenuItems', 'showMenuItems'],
} as const

type Signature = Reply<(typeof signing)['wechat']>

/** The card of a page that is forwarded in WeChat or WeCom (CTX-06). Nothing waits for it; failures are ignored. */
export class PageCard {
  private offers = 0
  /** The address for which the JS-SDK is ready. */
  private readyFor: { address: string; sdk: JsSdk } | null = null

  constructor(private readonly deps: Dependencies) {}

  /** @param card null: the page may not be forwarded */
  async offer(card: CardData | null) {
    const mine = (this.offers += 1)
    const sdk = await this.ready()
    if (sdk === null) return
    await this.pause(SHARE_HANDLER_DELAY)
    if (mine !== this.offers) return
    if (card === null) sdk.hideMenuItems?.({ menuList: forwarding })
    else this.show(sdk, card)
  }

  private show(sdk: JsSdk, card: CardData) {
    sdk.showMenuItems?.({ menuList: forwarding })
    if (this.deps.page.messenger === 'wecom') {
      sdk.onMenuShareAppMessage?.(card)
      sdk.onMenuShareWechat?.(card)
      return
    }
    const { desc: _, ...brief } = card
    sdk.updateAppMessageShareData?.(card)
    sdk.updateTimelineShareData?.(brief)
  }

  /** The JS-SDK, ready for the present address. Retries once after a failure, unless the server has no app for this messenger. */
  private async ready(): Promise<JsSdk | null> {
    const address = this.deps.page.address()
    if (this.readyFor?.address === address) return this.readyFor.sdk
    const sdk = (await this.begin(address)) ?? (await this.pause(SIGNATURE_RETRY_DELAY).then(() => this.begin(address)))
    if (sdk) this.readyFor = { address, sdk }
    return sdk || null
  }

  /** Makes the JS-SDK ready for an address. @returns null after a failure, `false` if a retry would fail, too */
  private async begin(address: string): Promise<JsSdk | false | null> {
    const { api, page } = this.deps
    try {
      const call = { handledCodes: 'all', quiet: true } as const
      const signature = await api.call(signing[page.messenger], { url: address }, call)
      const sdk = await page.load(signature.script)
      return (await this.configure(sdk, signature)) ? sdk : null
    } catch (error) {
      return error instanceof ApiFailure && error.code === 'messenger_not_configured' ? false : null
    }
  }

  private configure(
    sdk: JsSdk,
    { appid: appId, timestamp, noncestr: nonceStr, signature }: Signature,
  ): Promise<boolean> {
    const { messenger } = this.deps.page
    return new Promise((resolve) => {
      sdk.error(() => resolve(false))
      sdk.config({
        ...(messenger === 'wecom' && { beta: true }),
        debug: false,
        appId,
        timestamp,
        nonceStr,
        signature,
        jsApiList: jsApiList[messenger],
      })
      sdk.ready(() => resolve(true))
    })
  }

  private pause(delay: number): Promise<void> {
    return new Promise((resolve) => void this.deps.clock.after(delay, resolve))
  }
}
