import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeApplication } from '../support/applications/applications'
import { Granting, REDIRECT } from '../support/applications/granting'
import { openDrive } from '../browser/rig/drive'
import { enlargeText, illegibleTexts } from '../browser/rig/legible'
import { shown, t } from '../browser/rig/screen'
import { button } from '../browser/rig/visits'
import { endEnginesAfter, missing } from './rig/engines'
import { onEngine } from './rig/engineDrive'

/* The page on which a user allows an application, in WebKit, against the real server. */
const skip = missing.webkit
const server = openDrive()
endEnginesAfter()

describe('WebKit', { skip }, () => {
  const drive = skip ? server : onEngine(server, 'webkit')

  async function asking() {
    const enterprise = await drive.make.enterprise()
    const owner = await drive.make.user({ enterprise, role: 'owner' })
    const user = await drive.make.user({ enterprise })
    const of = new Granting(drive.server.url, await makeApplication(server.server, owner, { redirectUris: [REDIRECT] }))
    const address = `/oauth/authorize?response_type=code&client_id=${of.credentials.clientId}`
    return { user, of, address }
  }

  test('[OAPI-01] a user allows an application, whose code gets tokens, and a wrong address is never opened', async () => {
    const { user, of, address } = await asking()
    await drive.visit(user, address, async (page) => {
      await shown(page).getByText(t('consent.scopes.item_delete')).waitFor()
      await button(page, t('consent.allow')).tap()
      await shown(page).locator('.consent-code').waitFor()
      await of.tokens({
        grant_type: 'authorization_code',
        code: await shown(page).locator('.consent-code').innerText(),
      })
      await page.goto(`${drive.server.url}${address}&redirect_uri=https%3A%2F%2Fevil.example%2F`)
      await shown(page).getByText(t('consent.invalid.title')).waitFor()
      assert.equal(new URL(page.url()).origin, drive.server.url)
    })
  })

  test('[OAPI-01] text of 200 % can be read on 320 × 568', async () => {
    const { user, address } = await asking()
    await drive.visit(
      user,
      address,
      async (page) => {
        await button(page, t('consent.allow')).waitFor()
        await enlargeText(page)
        await page.reload()
        await button(page, t('consent.allow')).waitFor()
        assert.deepEqual(await illegibleTexts(page), [])
      },
      { viewport: { width: 320, height: 568 } },
    )
  })
})
