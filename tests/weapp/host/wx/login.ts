import type { Api, Device } from '../Device'
import { WxFailure } from '../WxFailure'

/** `wx.login`: the codes that a test passed at launch, one per call; the last one repeats. */
export function loginFamily(device: Device): Api {
  const codes = [...(device.options.loginCodes ?? [])]
  const login = () => {
    const code = codes.length > 1 ? codes.shift() : codes[0]
    if (code === undefined) throw new WxFailure('no login code scripted')
    return { code }
  }
  return { login: device.asynchronous('login', login) }
}
