import { describe, expect, test } from '@jest/globals'
import type { LegalText } from '@/platform/Platform'
import { createLegal } from '@/platform/weapp/legal'

type Calls = Parameters<typeof createLegal>[0]

/** A WeChat whose guide can be opened or not. */
function wechat(hasContract = true) {
  const shown: string[] = []
  const calls = {
    openPrivacyContract({ success, fail }: { success(): void; fail(failure: object): void }) {
      if (!hasContract) return fail({ errMsg: 'openPrivacyContract:fail' })
      shown.push('guide')
      success()
    },
    navigateTo: async ({ url }: { url: string }) => void shown.push(url),
  } as unknown as Calls
  return { calls, shown }
}

const page = (text: string) => `/packages/lazy/legal/index?text=${text}`

describe("the operator's terms at sign-in", () => {
  const table: [string, LegalText, boolean, string, string[]][] = [
    ['the terms: a page', 'terms', true, 'https://school.test/terms', [page('terms')]],
    ['of personal data: WeChat’s guide', 'privacy', true, 'https://school.test/privacy', ['guide']],
    ['without an address, too', 'privacy', true, '', ['guide']],
    ['an older WeChat: a page', 'privacy', false, 'https://school.test/privacy', [page('privacy')]],
    ['an older one, and no address: nothing', 'privacy', false, '', []],
  ]
  test.each(table)('%s', async (_what, text, hasGuide, address, expected) => {
    const { calls, shown } = wechat()
    await createLegal(calls, hasGuide)(text, address)
    expect(shown).toStrictEqual(expected)
  })

  test('a guide that cannot be opened is replaced by a page', async () => {
    const { calls, shown } = wechat(false)
    await createLegal(calls, true)('privacy', 'https://school.test/privacy')
    expect(shown).toStrictEqual([page('privacy')])
  })
})
