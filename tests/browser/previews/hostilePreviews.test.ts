import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { client } from '../../support/client'
import { sample } from '../../support/deep'
import { openCanary } from '../../support/hostile/endOf'
import { drawings, oddPictures } from '../../support/hostile/pictures'
import { pdfsThatAct } from '../../support/hostile/pdfs'
import { textsThatAct } from '../../support/hostile/texts'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { preview, row, shown } from '../rig/screen'

const drive = openDrive()

/** The files whose script is likeliest to run: a few drawings and texts, and more PDFs, which the browser itself reads. */
const chosen = [...drawings, ...oddPictures, ...textsThatAct].filter(({ name }) =>
  [
    'script.svg',
    'handlers.svg',
    'a page behind it.jpg',
    'a page.html',
    'a script.js',
    'a page in it.md',
    'links.md',
    'pictures.md',
  ].includes(name),
)
const files = [...chosen, ...sample(pdfsThatAct, 4)]

/** Records actions that only a viewer performs that obeys a file. */
function watch(page: Page): string[] {
  const done: string[] = []
  page.on('dialog', (dialog) => {
    done.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => done.push(`popup ${popup.url()}`))
  page.on('request', (request) => {
    if (/^(https?|wss?|file):/.test(request.url()) && !request.url().startsWith(drive.server.url))
      done.push(`request ${request.url()}`)
  })
  return done
}

const isSeen = async (page: Page, name: string) => {
  const picture = preview(page, name).locator('img')
  if ((await picture.count()) > 0)
    return picture.first().evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
  return (await preview(page, name).locator('.pdf-page canvas, .reading-row').count()) > 0
}

test('[PREV-07] no preview runs a file’s code, lets it reach the network or leave the page, not even when its address opens as a page', async () => {
  const canary = await openCanary()
  const owner = await drive.make.user()
  for (const { name, bytes } of files) await drive.make.file({ owner }, { name, content: await bytes(canary.address) })
  try {
    await drive.visit(owner, '/files/own', async (page) => {
      const done = watch(page)
      for (const { name } of files) {
        await row(page, name).locator('.row-open').tap()
        await until(`the sight of ${name}`, () => isSeen(page, name), 60_000)
        await shown(page).locator('.preview-body').tap()
        await page.goBack()
        await preview(page, name).waitFor({ state: 'detached' })
        assert.deepEqual([done, canary.asked], [[], []], name)
      }
      assert.equal(new URL(page.url()).pathname, '/files/own')
    })

    const me = await client(drive.server).as(owner.login)
    const { items = [] } = await me.call('GET /apps/files/file_list/{folderId}', {
      folderId: 0,
      folder_type: 'own',
      limit: 200,
    })
    await drive.visit(owner, '/login', async (page) => {
      const done = watch(page)
      for (const name of ['script.svg', 'a page.html', 'links.md']) {
        const { id } = items.find((item) => item.name === name)!
        const { download_url, preview_url } = await until(`the preview of ${name}`, async () => {
          const info = await me.call('GET /apps/representations/info', { file_id: id })
          return info.preview_url === null ? null : info
        })
        for (const address of [download_url, preview_url]) {
          // A saved file is no page, so the navigation is aborted.
          await page
            .goto(drive.server.url + address!)
            .catch((error: Error) => assert.match(error.message, /Download is starting|ERR_ABORTED/))
          assert.deepEqual([done, canary.asked], [[], []], `${name} ${address}`)
        }
      }
    })

    // A page that obeys the file proves that the watch notices.
    await drive.visit(
      null,
      '/login',
      async (page) => {
        const done = watch(page)
        await page.evaluate(
          (address) => void fetch(address, { mode: 'no-cors' }).catch(() => undefined),
          `${canary.address}/control`,
        )
        await until('the control', () => done.length > 0)
        // The page must stay open, because its requests end with it.
        await until('the canary', () => canary.asked.length > 0)
      },
      { bypassCSP: true, expected: [/control/] },
    )
  } finally {
    canary.close()
  }
})
