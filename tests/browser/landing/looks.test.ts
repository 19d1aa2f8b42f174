import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sample } from '../../support/deep'
import { nowhere, openDrive } from '../rig/drive'
import { enlargeText, illegibleTexts } from '../rig/legible'
import { settled } from '../rig/screen'
import { looksOf } from '../rig/visitScreens'

const drive = openDrive()

/** The number of screens per language that a run looks at unless it is deep. */
const LOOKS = 2

const shot = async (page: Page, file: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${file}.png` })
}

describe('[LAND-01] [WX-01] [WX-02] the page of a link in browsers, and the page of a link in a chat', () => {
  for (const language of sample(['zh-CN', 'en'] as const, 1)) {
    test(`text of 200 % on 320 × 568 can be read, in ${language}`, async () => {
      const found: string[] = []
      for (const look of sample(await looksOf(drive, language), LOOKS)) {
        await drive.visit(
          look.user ?? null,
          nowhere,
          async (page) => {
            await page.context().addCookies([{ name: 'lang', value: language, url: drive.server.url }])
            await enlargeText(page)
            await page.goto(drive.server.url + look.address)
            await look.show(page)
            await settled(page)
            found.push(...(await illegibleTexts(page)).map((fault) => `${look.name}: ${fault}`))
            await shot(page, `large-${language}-${look.name}`)
          },
          { viewport: { width: 320, height: 568 } },
        )
      }
      assert.deepEqual(found, [])
    })
  }
})
