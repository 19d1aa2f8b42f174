import type { Api, Device } from '../Device'

export interface Sharing {
  api: Api
  /** Whether the capsule's menu offers "send to a friend". */
  menuShown: boolean
  /** Settings the app gave for the next card. */
  menu: Record<string, unknown>
}

/** The share menu; the card itself comes from the page's onShareAppMessage. Whether it was sent is never told. */
export function shareFamily(device: Device): Sharing {
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
    },
  }
  return sharing
}
