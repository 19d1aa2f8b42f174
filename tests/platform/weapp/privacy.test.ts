import { describe, expect, test } from '@jest/globals'
import { PrivacyRefused, PrivacyUndeclared } from '@/platform/privacyFailures'
import { createPrivacy, privacyFailure } from '@/platform/weapp/privacy'

type Calls = Parameters<typeof createPrivacy>[0]
type Resolve = Parameters<Parameters<Calls['onNeedPrivacyAuthorization']>[0]>[0]

function neverAsked(): never {
  throw new Error('the page was asked')
}

/** WeChat's side: asks when it is not authorised yet, and remembers a yes from the named button. */
function wechat({ known = true, authorized = false } = {}) {
  let asked: (resolve: Resolve, event: { referrer: string }) => void = () => {}
  const state = { authorized, buttons: [] as (string | undefined)[] }
  const calls: Calls = {
    canIUse: () => known,
    onNeedPrivacyAuthorization: (listener) => void (asked = listener),
    getPrivacySetting: (option) =>
      option?.success?.({
        errMsg: '',
        needAuthorization: !state.authorized,
        privacyContractName: '《隐私保护指引》',
      }),
    requirePrivacyAuthorize: (option) =>
      asked(
        ({ event, buttonId }) => {
          state.authorized = event === 'agree'
          state.buttons.push(buttonId)
          if (state.authorized) option?.success?.({ errMsg: '' })
          else option?.fail?.({ errMsg: 'requirePrivacyAuthorize:fail privacy permission is not authorized' })
        },
        { referrer: '' },
      ),
  }
  return { calls, state }
}

describe('the privacy authorisation before the first picker', () => {
  test('the app asks with the name of the guide, and a yes passes and is not asked again', async () => {
    const { calls, state } = wechat()
    const { privacy, authorize } = createPrivacy(calls)
    const guides: string[] = []
    privacy.onAsk((guide) => {
      guides.push(guide)
      privacy.answer(true, 'agree')
    })
    await authorize()
    await authorize()
    expect(guides).toStrictEqual(['《隐私保护指引》'])
    expect(state.buttons).toStrictEqual(['agree'])
  })

  test('a no refuses, and the next picker asks again', async () => {
    const { calls } = wechat()
    const { privacy, authorize } = createPrivacy(calls)
    let agrees = false
    privacy.onAsk(() => privacy.answer(agrees, 'agree'))
    await expect(authorize()).rejects.toBeInstanceOf(PrivacyRefused)
    agrees = true
    await authorize()
  })

  test('without a page to ask on it counts as refused', async () => {
    const { privacy, authorize } = createPrivacy(wechat().calls)
    privacy.onAsk(neverAsked)()
    await expect(authorize()).rejects.toBeInstanceOf(PrivacyRefused)
  })

  test('when the asking page closes it counts as refused', async () => {
    const { privacy, authorize } = createPrivacy(wechat().calls)
    const asked = new Promise<void>((resolve) => {
      const leave = privacy.onAsk(() => {
        leave()
        resolve()
      })
    })
    await expect(authorize()).rejects.toBeInstanceOf(PrivacyRefused)
    await asked
  })

  test('a call that asks by itself is answered too', async () => {
    const { calls, state } = wechat()
    const { privacy } = createPrivacy(calls)
    privacy.onAsk((guide) => privacy.answer(guide === '《隐私保护指引》', 'agree'))
    await new Promise<void>((agreed) => calls.requirePrivacyAuthorize({ success: () => agreed() }))
    expect(state.buttons).toStrictEqual(['agree'])
  })

  test('an older WeChat, and one that knows the yes, ask nothing', async () => {
    for (const options of [{ known: false }, { authorized: true }]) {
      const { privacy, authorize } = createPrivacy(wechat(options).calls)
      privacy.onAsk(neverAsked)
      await authorize()
    }
  })
})

describe('why privacy forbids a call', () => {
  const undeclared = 'chooseMedia:fail api scope is not declared in the privacy agreement'
  const refused = 'chooseMedia:fail privacy permission is not authorized'
  test.each([
    ['a number that says undeclared', { errMsg: 'chooseMedia:fail', errno: 112 }, new PrivacyUndeclared('chooseMedia')],
    ['words that say undeclared', { errMsg: undeclared }, new PrivacyUndeclared('chooseMedia')],
    ['both', { errMsg: undeclared, errno: 112 }, new PrivacyUndeclared('chooseMedia')],
    ['a number that says refused', { errMsg: 'chooseMedia:fail', errno: 104 }, new PrivacyRefused()],
    ['words that say refused', { errMsg: refused }, new PrivacyRefused()],
    ['another failure', { errMsg: 'chooseMedia:fail system error' }, null],
    ['a failure without words', {}, null],
  ])('%s', (_what, failure, expected) => {
    expect(privacyFailure(failure)).toEqual(expected)
  })

  test('an undeclared interface is told apart when WeChat is asked for the authorisation, too', async () => {
    const { calls } = wechat()
    const { authorize } = createPrivacy({
      ...calls,
      requirePrivacyAuthorize: (option) =>
        option?.fail?.({ errMsg: 'requirePrivacyAuthorize:fail api scope is not declared in the privacy agreement' }),
    })
    await expect(authorize()).rejects.toBeInstanceOf(PrivacyUndeclared)
  })
})
