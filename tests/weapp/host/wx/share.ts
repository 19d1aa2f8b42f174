import type { Api, Device } from '../Device'
import { WxFailure } from '../WxFailure'

export interface Sharing {
  api: Api
  /** Whether the capsule's menu offers "send to a friend". */
  menuShown: boolean
  /** The app's settings for the next card. */
  menu: Record<string, unknown>
}

/**
 * The share menu, the group whose card opened the app, and subscribe messages. The card itself comes from the page's onShareAppMessage.
 * WeChat never tells whether it was sent.
 */
export function shareFamily(device: Device): Sharing {
  const { group, takesMessages = false, shareTicket: ticket, privateMessage } = device.options
  const takes = typeof takesMessages === 'function' ? takesMessages : () => takesMessages
  const sharing: Sharing = {
    menuShown: true,
    menu: {},
    api: {
      showShareMenu: device.asynchronous('showShareMenu', () => void (sharing.menuShown = true)),
      hideShareMenu: device.asynchronous('hideShareMenu', () => void (sharing.menuShown = false)),
      updateShareMenu: device.asynchronous(
        'updateShareMenu',
        ({ success: _s, fail: _f, complete: _c, ...settings }) => {
          sharing.menu = settings
        },
      ),
      getGroupEnterInfo: device.asynchronous('getGroupEnterInfo', () => {
        if (!group) throw new WxFailure('not entered from a group')
        return { ...group, cloudID: '' }
      }),
      authPrivateMessage: device.asynchronous('authPrivateMessage', ({ shareTicket }) => {
        if (ticket === undefined || shareTicket !== ticket) throw new WxFailure('invalid shareTicket')
        return { valid: privateMessage === 'receiver', encryptedData: '', iv: '' }
      }),
      requestSubscribeMessage: device.asynchronous('requestSubscribeMessage', ({ tmplIds }) =>
        Object.fromEntries((tmplIds as string[]).map((id) => [id, takes(id) ? 'accept' : 'reject'])),
      ),
    },
  }
  return sharing
}
