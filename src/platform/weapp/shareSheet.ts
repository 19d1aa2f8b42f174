import { DocumentRefused, type HandOver, type ShareSheet } from '../Platform'
import { callOf, type Call } from './callOf'
import type { WxFailure } from './network'
import { writePicture } from './pictures'
import { promised } from './promised'

/** The call of `wx` that passes a picture on; WeCom and older ones lack it. */
export interface ShareSheetCalls {
  showShareImageMenu?: Call<{ path: string }>
}

/** WeChat's own menu for a picture: to a friend, into the favourites, into the album. An address is passed on by a button of its own. */
export function createShareSheet(wx: ShareSheetCalls): ShareSheet {
  if (!callOf(wx, 'showShareImageMenu')) return {}
  return {
    picture: async (picture) => {
      const path = await writePicture(picture)
      return promised((callbacks) => wx.showShareImageMenu?.({ path, ...callbacks })).then(() => 'done' as const, endOf)
    },
  }
}

function endOf(failure: WxFailure): HandOver {
  if (/cancel/i.test(failure.errMsg ?? '')) return 'canceled'
  throw new DocumentRefused('viewer', { cause: failure })
}
