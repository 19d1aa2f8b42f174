import { afterEach } from '@jest/globals'
import { createElement as h } from 'react'
import type { SignedInDevice } from '@/contract/session/account'
import SecurityPage from '@/packages/account/security/index'
import { platformSignedIn, startApp, type Rig } from '../../stores/support/startApp'
import { mountScreen, type as typeInto, type Mounted } from '../rig'

export const STATE = 'GET /apps/users/two_step'
export const DEVICES = 'GET /apps/users/sessions'
export const END = 'POST /apps/users/sessions/end'
export const END_OTHERS = 'POST /apps/users/sessions/end_others'
export const INFO = 'GET /apps/users/get_base_info'

const at = { begun: 1_700_000_000, last_used: 1_700_000_000 }
export const devices: SignedInDevice[] = [
  { id: 3, kind: 'app', system: 'Android', browser: 'WeChat', address: '203.0.113.7', is_current: false, ...at },
  { id: 1, kind: 'browser', system: 'iPhone', browser: 'Safari', address: '203.0.113.5', is_current: true, ...at },
  { id: 2, kind: 'browser', system: '', browser: '', address: '', is_current: false, ...at },
]

export let mounted: Mounted
afterEach(() => mounted.close())

export async function mountPage(app: Rig['app']): Promise<void> {
  mounted = await mountScreen(app, h(SecurityPage))
}

export async function open({
  name = 'h5' as 'h5' | 'weapp',
  required = false,
  enrolled = false,
  passed = false,
  left = 10,
} = {}) {
  const rig = await startApp(platformSignedIn(name))
  rig.server
    .on(STATE, {
      is_required: required,
      is_enrolled: enrolled,
      is_passed: passed,
      recovery_codes_left: passed ? left : null,
    })
    .on(DEVICES, { sessions: devices, may_read_audit: true, may_brand: true })
    .on(END, {})
    .on(END_OTHERS, { ended: 2 })
  await mountPage(rig.app)
  return rig
}

export const within = (selector: string) => [...mounted.box.querySelectorAll(selector)]
export const texts = (selector: string) => within(selector).map(({ textContent }) => textContent)
export const fill = (...values: string[]) =>
  within('.field input').forEach((field, n) => typeInto(field as HTMLInputElement, values[n] ?? ''))
