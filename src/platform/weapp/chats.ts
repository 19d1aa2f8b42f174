import type { Chats } from '../Platform'
import { pageUrl } from '../places'
import { callOf, type Call } from './network/callOf'
import { promised } from './network/promised'

interface Sealed {
  encryptedData?: string
  iv?: string
}

interface Entered {
  scene: number
  shareTicket?: string
}

/** What is used of WeChat's chats; older ones have less. */
export interface ChatCalls {
  showShareMenu?: Call<{ withShareTicket: boolean; menus: string[] }>
  hideShareMenu?: Call<object>
  updateShareMenu?: Call<{ withShareTicket: boolean; isPrivateMessage: boolean; activityId?: string }>
  /** From library 2.10.4. */
  getGroupEnterInfo?: Call<object, Sealed>
  getShareInfo?: Call<{ shareTicket: string }, Sealed>
  /** From library 2.13.0, as private messages are. */
  authPrivateMessage?: Call<{ shareTicket: string }, { valid?: boolean }>
  getEnterOptionsSync?(): Entered
}

/** A card in a group: 1008 by itself, 1044 with a share ticket. */
const GROUP_SCENES = [1008, 1044]

/** What a card shows without a picture of its own: otherwise WeChat takes one of the screen, on which a password may stand. */
const PICTURE = '/card.png'

const quiet = { success() {}, fail() {} }

/** Forwarding and groups (developers.weixin.qq.com). In WeCom, which has none of these groups, nobody is told of one. */
export function createChats(wx: ChatCalls): Chats {
  const entry = () => {
    const options = callOf(wx, 'getEnterOptionsSync')?.()
    return options && !('qy' in wx) && GROUP_SCENES.includes(options.scene) ? options : null
  }
  return {
    offer(card) {
      if (card === null) return void callOf(wx, 'hideShareMenu')?.(quiet)
      const { activityId } = card
      callOf(
        wx,
        'updateShareMenu',
      )?.({
        ...quiet,
        withShareTicket: true,
        isPrivateMessage: activityId !== null,
        ...(activityId !== null && { activityId }),
      })
      callOf(wx, 'showShareMenu')?.({ ...quiet, withShareTicket: true, menus: ['shareAppMessage'] })
    },
    written: (card) => ({
      title: card?.title ?? '',
      path: card ? pageUrl(card.place) : '',
      imageUrl: card?.picture || PICTURE,
    }),
    entered: entry,
    async isReceiver() {
      const ask = callOf(wx, 'authPrivateMessage')
      const shareTicket = callOf(wx, 'getEnterOptionsSync')?.().shareTicket
      if (!ask || !shareTicket) return false
      return promised<{ valid?: boolean }>((callbacks) => ask({ ...callbacks, shareTicket })).then(
        ({ valid }) => valid === true,
        () => false,
      )
    },
    async group() {
      const shareTicket = entry()?.shareTicket
      const ask = callOf(wx, 'getGroupEnterInfo')
      const older = callOf(wx, 'getShareInfo')
      const asked = ask
        ? promised<Sealed>((callbacks) => ask(callbacks))
        : older && shareTicket
          ? promised<Sealed>((callbacks) => older({ ...callbacks, shareTicket }))
          : Promise.resolve<Sealed>({})
      const { encryptedData, iv } = await asked.catch((): Sealed => ({}))
      return encryptedData && iv ? { encryptedData, iv } : null
    },
  }
}
