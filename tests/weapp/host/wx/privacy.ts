import type { Api, Device } from '../Device'
import { WxFailure } from '../WxFailure'

export interface Privacy {
  api: Api
  /** Resolves when the user has accepted the privacy guide; fails as in WeChat when the user refuses. */
  demand(api: string): Promise<void>
  /** The user tapped a button with open-type agreePrivacyAuthorization. */
  agreed(buttonId: string): void
  /** `refuse`: still needed, and the user will say no to WeChat's own dialog. */
  set(state: 'granted' | 'needed' | 'refuse'): void
}

/** The app's answer to a pending call: `{ event: 'agree', buttonId }`, `{ event: 'disagree' }` or `exposureAuthorization`. */
type Verdict = { event?: string; buttonId?: string }

/** The privacy guide, which precedes every call that touches the user's data. */
export function privacyFamily(device: Device): Privacy {
  const undeclared = device.options.privacy === 'undeclared'
  let granted = device.options.privacy !== 'needed'
  let refuses = false
  const tapped = new Set<string>()
  let listener: unknown

  const refusal = () => new WxFailure('privacy permission is not authorized', { errno: 104 })

  function decide({ event, buttonId }: Verdict): boolean {
    if (event !== 'agree') return false
    if (buttonId === undefined || !tapped.has(buttonId))
      throw new Error(`the privacy button "${String(buttonId)}" was never tapped`)
    granted = true
    return true
  }

  function ask(api: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const answer = (verdict: Verdict) => {
        if (verdict.event === 'exposureAuthorization') return
        try {
          resolve(decide(verdict))
        } catch (error) {
          reject(error)
        }
      }
      device.call(listener, answer, { referrer: api })
    })
  }

  async function demand(api: string): Promise<void> {
    if (undeclared) throw new WxFailure('api scope is not declared in the privacy agreement', { errno: 112 })
    if (granted) return
    if (typeof listener !== 'function') granted = !refuses
    else if (!(await ask(api))) throw refusal()
    if (!granted) throw refusal()
  }

  return {
    demand,
    agreed: (buttonId) => void tapped.add(buttonId),
    set(state) {
      granted = state === 'granted'
      refuses = state === 'refuse'
    },
    api: {
      getPrivacySetting: device.asynchronous('getPrivacySetting', () => ({
        needAuthorization: !granted,
        privacyContractName: '《小程序隐私保护指引》',
      })),
      onNeedPrivacyAuthorization: (next: unknown) => void (listener = next),
      requirePrivacyAuthorize: device.asynchronous('requirePrivacyAuthorize', () => demand('requirePrivacyAuthorize')),
      openPrivacyContract: device.asynchronous('openPrivacyContract', () => void (device.trace.privacyContracts += 1)),
    },
  }
}
