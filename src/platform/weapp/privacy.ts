import type Taro from '@tarojs/taro'
import type { Privacy } from '../Platform'
import { PrivacyRefused, PrivacyUndeclared } from '../privacyFailures'
import type { WxFailure } from './network/network'
import { promised } from './network/promised'

type Resolve = Parameters<Taro.onNeedPrivacyAuthorization.Listener>[0]
type PrivacyCalls = Pick<
  Taro.TaroStatic,
  'canIUse' | 'getPrivacySetting' | 'requirePrivacyAuthorize' | 'onNeedPrivacyAuthorization'
>

/** `errno` of a call that fails because the user refused. */
const refusedErrno = 104
/** `errno` of a call that the console's privacy guide does not declare. */
const undeclaredErrno = 112

/** The privacy reason of a failure: the user refused, or the administrator did not declare the call; null for another reason. */
export function privacyFailure({ errMsg = '', errno }: WxFailure): PrivacyRefused | PrivacyUndeclared | null {
  if (errno === undeclaredErrno || /not declared in the privacy/i.test(errMsg)) {
    return new PrivacyUndeclared(errMsg.split(':')[0]!)
  }
  return errno === refusedErrno || /privacy/i.test(errMsg) ? new PrivacyRefused() : null
}

/** @returns `authorize` resolves if the user agreed, now or earlier. @throws PrivacyRefused, PrivacyUndeclared */
export function createPrivacy(wx: PrivacyCalls): { privacy: Privacy; authorize(): Promise<void> } {
  const listeners = new Set<(guide: string) => void>()
  const asking = new Set<Resolve>()
  /** From library 2.32.3; an older WeChat needs no authorisation. */
  const asks = wx.canIUse('getPrivacySetting')
  let guide = ''

  function answer(agreed: boolean, buttonId: string): void {
    for (const resolve of asking) resolve(agreed ? { event: 'agree', buttonId } : { event: 'disagree' })
    asking.clear()
  }

  /** undefined if the setting is unreadable now; the picker itself will then ask. */
  function readSetting(): Promise<Taro.getPrivacySetting.SuccessCallbackResult | undefined> {
    return promised<Taro.getPrivacySetting.SuccessCallbackResult>((callbacks) => wx.getPrivacySetting(callbacks)).catch(
      () => undefined,
    )
  }

  /** WeChat calls this during `authorize`, or during a call that needs the authorisation without `authorize`. */
  async function ask(resolve: Resolve): Promise<void> {
    asking.add(resolve)
    guide ||= (await readSetting())?.privacyContractName ?? ''
    if (!guide || listeners.size === 0) answer(false, '')
    else for (const listener of listeners) listener(guide)
  }

  if (asks) wx.onNeedPrivacyAuthorization((resolve) => void ask(resolve))

  async function authorize(): Promise<void> {
    const setting = asks ? await readSetting() : undefined
    if (!setting?.needAuthorization) return
    guide = setting.privacyContractName
    await promised((callbacks) => wx.requirePrivacyAuthorize(callbacks)).catch((failure: WxFailure) => {
      throw privacyFailure(failure) ?? new PrivacyRefused()
    })
  }

  return {
    authorize,
    privacy: {
      onAsk(listener) {
        listeners.add(listener)
        return () => {
          listeners.delete(listener)
          if (listeners.size === 0) answer(false, '')
        }
      },
      answer,
      hasGuide: asks,
    },
  }
}
