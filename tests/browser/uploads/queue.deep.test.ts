import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe } from 'node:test'
import type { FileChooser, Page } from 'playwright-core'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { row, rowsBecome, shown, t } from '../rig/screen'
import { text, pick, withoutParts, tray, queued, assertStoredIn, emptyDriveIn } from './pickedFiles'

const drive = openDrive()
const emptyDrive = emptyDriveIn.bind(null, drive)
const assertStored = assertStoredIn.bind(null, drive)

let folder: string
before(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'satchel-picked-'))))
after(() => rm(folder, { recursive: true }))

/** Limits the upload speed, so that a file of some megabytes is seen on its way. */
async function throttle(page: Page, bytesPerSecond: number): Promise<void> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  })
}

async function notedBytes(name: string): Promise<number> {
  const { received } = await drive.server.deps.db
    .selectFrom('uploads')
    .select('received')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return received
}

describe('[UPL-02] the queue', () => {
  deepTest('the queue shows waiting, sending with bytes and percent, and uploaded files, two at once', async () => {
    const user = await emptyDrive()
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '资料').waitFor()
      await throttle(page, 1_000_000)
      await pick(page, [
        text('一.bin', randomBytes(1_500_000)),
        text('二.bin', randomBytes(1_500_000)),
        text('三.bin', 'x'),
      ])
      await tray(page).tap()
      await queued(page, '三.bin').getByText(t('upload.state.waiting')).waitFor()
      const bar = queued(page, '一.bin').getByRole('progressbar')
      await until('a percent on its way', async () => {
        const percent = Number(await bar.getAttribute('aria-valuenow').catch(() => '0'))
        return percent > 0 && percent < 100
      })
      assert.match(await queued(page, '一.bin').locator('.upload-row-line').innerText(), / \/ 1\.4 MB$/)
      await queued(page, '三.bin').getByText(t('upload.state.uploaded')).waitFor()
      await queued(page, '一.bin').getByText(t('upload.state.uploaded')).waitFor()
      await shown(page)
        .getByRole('dialog', { name: t('upload.finished', { n: 3 }) })
        .waitFor()
      await shown(page)
        .getByRole('button', { name: t('upload.clear') })
        .tap()
      await tray(page).waitFor({ state: 'detached' })
      assert.equal(await row(page, '.bin').count(), 3)
    })
  })

  deepTest('a broken connection leaves a message, a tap retries, and nothing is half-written', async () => {
    const user = await emptyDrive()
    await drive.visit(
      user,
      '/files/own',
      async (page) => {
        await row(page, '资料').waitFor()
        await withoutParts(page)
        await throttle(page, 500_000)
        await pick(page, text('大.bin', randomBytes(2_000_000)))
        await tray(page).tap()
        await until(
          'some bytes',
          async () => Number(await queued(page, '大.bin').getByRole('progressbar').getAttribute('aria-valuenow')) > 5,
        )
        // A browser itself resends once where a kept connection breaks.
        await until('the message', () => {
          drive.server.app.server.closeAllConnections()
          return queued(page, '大.bin').getByText(t('upload.fault.network')).isVisible()
        })
        await queued(page, '大.bin').getByText(t('upload.state.retry')).waitFor()
        const { db } = drive.server.deps
        assert.equal(
          await db.selectFrom('items').select('id').where('name', '=', '大.bin').executeTakeFirst(),
          undefined,
        )
        await throttle(page, -1)
        await queued(page, '大.bin').locator('.upload-row-press').tap()
        await queued(page, '大.bin').getByText(t('upload.state.uploaded')).waitFor()
        await page.goBack()
        await rowsBecome(page, ['大.bin', '资料'])
      },
      { expected: [/ERR_/] },
    )
  })

  deepTest('cancel asks where bytes would be lost: keep continues, cancel removes the upload', async () => {
    const user = await emptyDrive()
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '资料').waitFor()
      await throttle(page, 300_000)
      await pick(page, [text('大.bin', randomBytes(2_000_000)), text('二.bin', randomBytes(2_000_000)), text('三.bin')])
      await tray(page).tap()
      await until(
        'some bytes',
        async () => Number(await queued(page, '大.bin').getByRole('progressbar').getAttribute('aria-valuenow')) > 1,
      )
      await shown(page)
        .getByRole('button', { name: t('upload.cancel', { name: '三.bin' }) })
        .tap()
      await queued(page, '三.bin').waitFor({ state: 'detached' })
      const question = shown(page).getByRole('alertdialog', { name: t('upload.cancelTitle') })
      assert.equal(await question.count(), 0)
      await shown(page)
        .getByRole('button', { name: t('upload.cancel', { name: '大.bin' }) })
        .tap()
      await question.getByText(t('upload.cancelText')).waitFor()
      await question.getByRole('button', { name: t('upload.keep') }).tap()
      await queued(page, '大.bin').waitFor()
      await shown(page)
        .getByRole('button', { name: t('upload.cancel', { name: '大.bin' }) })
        .tap()
      await question.getByRole('button', { name: t('upload.cancelConfirm') }).tap()
      await queued(page, '大.bin').waitFor({ state: 'detached' })
      await throttle(page, -1)
      await queued(page, '二.bin').getByText(t('upload.state.uploaded')).waitFor()
      await page.goBack()
      await rowsBecome(page, ['二.bin', '资料'])
    })
  })

  deepTest('an upload continues when the user goes to another place', async () => {
    const user = await emptyDrive()
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '资料').waitFor()
      await throttle(page, 500_000)
      await pick(page, text('大.bin', randomBytes(1_000_000)))
      await row(page, '资料').locator('.row-open').tap()
      await shown(page).getByText(t('empty.list.title')).waitFor()
      await tray(page)
        .getByText(t('upload.finished', { n: 1 }))
        .waitFor()
      await page.goBack()
      await rowsBecome(page, ['大.bin', '资料'])
    })
  })
})

describe('[AH-02] parts', () => {
  const offsets: number[] = []
  const watch = (page: Page) => {
    offsets.length = 0
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
    })
  }

  deepTest('an upload resumes by itself behind the stored bytes when its connection breaks', async () => {
    const content = randomBytes(3_000_000)
    await drive.visit(
      await emptyDrive(),
      '/files/own',
      async (page) => {
        await row(page, '资料').waitFor()
        watch(page)
        await throttle(page, 1_000_000)
        await pick(page, text('断.bin', content))
        await tray(page).tap()
        await until(
          'some bytes',
          async () => Number(await queued(page, '断.bin').getByRole('progressbar').getAttribute('aria-valuenow')) > 30,
        )
        drive.server.app.server.closeAllConnections()
        await queued(page, '断.bin').getByText(t('upload.state.uploaded')).waitFor()
        assert.equal(offsets.length, 2)
        assert.ok(offsets[0] === 0 && offsets[1]! > 500_000, String(offsets))
        await assertStored('断.bin', content)
        // Chromium itself resends what a broken connection lost, from the start of the first try.
      },
      { expected: [/ERR_|409/] },
    )
  })

  deepTest(
    'a reload lists the upload with its stored bytes; the same file resumes, and another one is refused in words',
    async () => {
      const content = randomBytes(3_000_000)
      await drive.visit(await emptyDrive(), '/files/own', async (page) => {
        await row(page, '资料').waitFor()
        const name = '重载 很长的名字'.repeat(8) + '.bin'
        const at = path.join(folder, name)
        await writeFile(at, content)
        await throttle(page, 1_000_000)
        await pick(page, at)
        await tray(page).tap()
        await until(
          'some bytes',
          async () => Number(await queued(page, '重载').getByRole('progressbar').getAttribute('aria-valuenow')) > 30,
        )
        await page.route('**/files/uploads', async (route) => {
          const response = await route.fetch()
          const { uploads } = (await response.json()) as { uploads: object[] }
          await route.fulfill({ json: { success: true, uploads: uploads.map((one) => ({ ...one, received: 0 })) } })
        })
        const asked = page.waitForEvent('dialog')
        const left = page.goto(`${drive.server.url}/files/own`)
        assert.equal((await asked).type(), 'beforeunload', 'who leaves while something is sent is asked')
        await (await asked).accept()
        await left
        await tray(page)
          .getByText(t('upload.unfinished', { n: 1 }))
          .waitFor()
        await until('the server has put away what came', async () => (await notedBytes(name)) > 0)
        await page.unroute('**/files/uploads')
        await tray(page).tap()
        await queued(page, '重载').waitFor()
        await queued(page, '重载')
          .locator('.upload-row-line')
          .getByText(/^(\d(\.\d)? MB|[1-9]\d* KB) \/ 2\.9 MB/)
          .waitFor()
        const again = async (file: Parameters<FileChooser['setFiles']>[0]) => {
          const chosen = page.waitForEvent('filechooser')
          await shown(page)
            .getByRole('button', { name: t('upload.goOn', { name }) })
            .tap()
          await (await chosen).setFiles(file)
        }
        await again(text('别的.bin', 'x'))
        const alert = shown(page).getByRole('alertdialog')
        await alert.getByText(t('upload.otherFile', { name })).waitFor()
        await alert.getByRole('button', { name: t('action.gotIt') }).tap()
        watch(page)
        await throttle(page, -1)
        await again(at)
        await queued(page, '重载').getByText(t('upload.state.uploaded')).waitFor()
        assert.ok(offsets.length === 1 && offsets[0]! > 500_000, String(offsets))
        await assertStored(name, content)
        await page.goto(`${drive.server.url}/files/own`)
        await row(page, '重载').waitFor()
        assert.equal(await tray(page).count(), 0)
      })
    },
  )
})

describe('[AH-03] the tray', () => {
  deepTest(
    'the tray pauses and resumes one or all, folds finished ones, and keeps the screen on only meanwhile (AH-04)',
    async () => {
      await drive.visit(await emptyDrive(), '/login', async (page) => {
        await page.addInitScript(`
        globalThis.locksHeld = new Set()
        Object.defineProperty(Navigator.prototype, 'wakeLock', { value: { request: async () => {
          const lock = { release: async () => void locksHeld.delete(lock) }
          locksHeld.add(lock)
          return lock
        } } })
      `)
        const isHeld = () => page.evaluate('locksHeld.size > 0')
        await page.goto(`${drive.server.url}/files/own`)
        await row(page, '资料').waitFor()
        await throttle(page, 500_000)
        await pick(page, [
          text('一.bin', randomBytes(2_000_000)),
          text('二.bin', randomBytes(2_000_000)),
          text('三.bin', 'x'),
        ])
        await tray(page).tap()
        await until(
          'some bytes',
          async () => Number(await queued(page, '一.bin').getByRole('progressbar').getAttribute('aria-valuenow')) > 10,
        )
        assert.equal(await isHeld(), true)
        await shown(page)
          .getByRole('button', { name: t('upload.pause', { name: '一.bin' }) })
          .tap()
        await queued(page, '三.bin').getByText(t('upload.state.uploaded')).waitFor({ state: 'detached' })
        await shown(page)
          .getByText(t('upload.uploadedFold', { n: 1 }))
          .waitFor()
        await shown(page).getByText(t('upload.pauseAll'), { exact: true }).tap()
        await tray(page)
          .getByText(t('upload.paused', { done: 1, total: 3 }))
          .waitFor({ state: 'attached' })
        await until('the screen may go out', async () => !(await isHeld()))
        const line = await queued(page, '一.bin').locator('.upload-row-line').innerText()
        assert.match(line, new RegExp(`KB / 1\\.9 MB · ${t('upload.state.paused')}$`))
        await throttle(page, -1)
        await shown(page).getByText(t('upload.resumeAll'), { exact: true }).tap()
        await shown(page)
          .getByRole('dialog', { name: t('upload.finished', { n: 3 }) })
          .waitFor()
        await until('the screen may go out', async () => !(await isHeld()))
        await page.goBack()
        assert.equal(await row(page, '.bin').count(), 3)
      })
    },
  )
})
