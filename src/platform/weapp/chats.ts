import type { Chats } from '../Platform'
import { pageUrl } from '../places'
import { promised, callOf, type Call } from './network/promised'

interface EncryptedData {
  encryptedData?: string
  iv?: string
}

interface EntryOptions {
  scene: number
  shareTicket?: string
}

/** The calls of WeChat's chats that we use; older versions lack some. */
export interface ChatCalls {
  showShareMenu?: Call<{ withShareTicket: boolean; menus: string[] }>
  hideShareMenu?: Call<object>
  updateShareMenu?: Call<{ withShareTicket: boolean; isPrivateMessage: boolean; activityId?: string }>
  /** From library 2.10.4. */
  getGroupEnterInfo?: Call<object, EncryptedData>
  getShareInfo?: Call<{ shareTicket: string }, EncryptedData>
  /** From library 2.13.0, like private messages. */
  authPrivateMessage?: Call<{ shareTicket: string }, { valid?: boolean }>
  getEnterOptionsSync?(): EntryOptions
}

/** An entry by a card in a group: 1008 is a plain one, 1044 has a share ticket. */
const GROUP_SCENES = [1008, 1044]

/** The default picture of a card. Otherwise WeChat uses a screenshot, which may show a password. */
const PICTURE = '/card.png'

const quiet = { success() {}, fail() {} }

/** Forwarding and groups (developers.weixin.qq.com). WeCom has no such groups and reports none. */
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
        ? promised<EncryptedData>((callbacks) => ask(callbacks))
        : older && shareTicket
          ? promised<EncryptedData>((callbacks) => older({ ...callbacks, shareTicket }))
          : Promise.resolve<EncryptedData>({})
      const { encryptedData, iv } = await asked.catch((): EncryptedData => ({}))
      return encryptedData && iv ? { encryptedData, iv } : null
    },
  }
}
