import type { Api, Device } from '../Device'
import { WxFailure } from '../WxFailure'

export interface Telephone {
  api: Api
  /** Numbers that the app offered to call. */
  offered: string[]
}

/** `wx.makePhoneCall`: WeChat asks the user, who says yes here. */
export function phoneFamily(device: Device): Telephone {
  const offered: string[] = []
  return {
    offered,
    api: {
      makePhoneCall: device.asynchronous('makePhoneCall', ({ phoneNumber }) => {
        if (typeof phoneNumber !== 'string')
          throw new WxFailure('parameter error: parameter.phoneNumber should be String')
        offered.push(phoneNumber)
      }),
    },
  }
}
