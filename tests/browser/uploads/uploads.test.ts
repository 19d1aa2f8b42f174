import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import type { FileChooser, Page } from 'playwright-core'
import { UPLOAD_COUNT_DEFAULT, UPLOAD_SIZE_LIMIT } from '@/domain/uploads/uploads'
import { datedPhoto, photo } from '../../support/samples/samples'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { isBlue, isRed, pixels } from '../rig/pixels'
import { names, openMenu, row, rowsBecome, shown, t } from '../rig/screen'

const drive = openDrive()

let folder: string
before(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'satchel-picked-'))))
after(() => rm(folder, { recursive: true }))

/** A sparse file of that size on the disk. */
async function sparse(name: string, size: number): Promise<string> {
  const at = path.join(folder, name)
  const file = await open(at, 'w')
  await file.truncate(size)
  await file.close()
  return at
}

const text = (name: string, content: string | Buffer = name) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})

/** Opens the picker as a user does and gives it files. */
async function pick(
  page: Page,
  files: Parameters<FileChooser['setFiles']>[0],
  source: 'files' | 'media' = 'files',
): Promise<FileChooser> {
  await shown(page)
    .getByRole('button', { name: t('list.add') })
    .tap()
  const chosen = page.waitForEvent('filechooser')
  await shown(page)
    .getByRole('button', { name: t(`upload.${source}`), exact: true })
    .tap()
  const chooser = await chosen
  await chooser.setFiles(files)
  return chooser
}

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

/** Answers like a server that supports no parts. */
async function withoutParts(page: Page): Promise<void> {
  await page.route('**/presign_upload', async (route) => {
    const answer = await route.fetch()
    const { tus_url: _path, ...rest } = (await answer.json()) as { tus_url: string }
    await route.fulfill({ response: answer, json: rest })
  })
}

const tray = (page: Page) => shown(page).locator('.upload-tray')
const queue = (page: Page) => shown(page).getByRole('dialog').locator('.upload-row')
const queued = (page: Page, name: string) => queue(page).filter({ hasText: name })

async function assertStored(file: number | string, content: Buffer): Promise<void> {
  const { db, storage } = drive.server.deps
  const { key } = await db
    .selectFrom('items')
    .innerJoin('versions', 'versions.item_id', 'items.id')
    .innerJoin('bodies', 'bodies.id', 'versions.body_id')
    .select('bodies.key')
    .where(typeof file === 'string' ? 'items.name' : 'items.id', '=', file)
    .executeTakeFirstOrThrow()
  assert.equal(content.compare(await buffer(await storage.read(key))), 0)
}

async function notedBytes(name: string): Promise<number> {
  const { received } = await drive.server.deps.db
    .selectFrom('uploads')
    .select('received')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return received
}

async function emptyDrive() {
  const user = await drive.make.user()
  await drive.make.folder({ owner: user }, { name: '资料' })
  return user
}

deepTest(
  '[UPL-01] a server without parts gets a presign, then the raw body with request token and encoded name; the new file joins the list on top',
  async () => {
    const user = await emptyDrive()
    const content = randomBytes(300_000)
    const name = '招生 简章#1.bin'
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '资料').waitFor()
      await withoutParts(page)
      const presign = page.waitForRequest('**/api/apps/files/presign_upload')
      const body = page.waitForRequest((request) => request.headers()['x-file-name'] !== undefined)
      await pick(page, { name, mimeType: 'application/octet-stream', buffer: content })
      await rowsBecome(page, [name, '资料'])

      const { original_date: date, ...asked } = (await presign).postDataJSON() as Record<string, number>
      assert.deepEqual(asked, { file_size: content.length, name, folder_id: 0 })
      assert.ok(date! > 1_700_000_000 && date! <= Date.now() / 1000, String(date))
      const { upload_url } = (await (await (await presign).response())!.json()) as { upload_url: string }
      const sent = await body
      assert.deepEqual([sent.method(), sent.url()], ['POST', drive.server.url + upload_url])
      const headers = await sent.allHeaders()
      assert.equal(headers['x-file-name'], encodeURIComponent(name))
      assert.ok(headers.requesttoken)
      const { new_file } = (await (await sent.response())!.json()) as { new_file: { id: number } }
      await assertStored(new_file.id, content)
    })
  },
)

test('[UPL-06] a phone offers its camera, album, files and a new folder; a computer with a mouse offers no camera', async () => {
  const offered = async (page: Page) => {
    await shown(page)
      .getByRole('button', { name: t('list.add') })
      .tap()
    const cells = shown(page).getByRole('dialog').locator('.action-grid-cell')
    await cells.first().waitFor()
    return cells.allInnerTexts()
  }
  const user = await emptyDrive()
  await drive.visit(user, '/files/own', async (page) => {
    const rest = [t('upload.media'), t('upload.files'), t('name.newFolder')]
    assert.deepEqual(await offered(page), [t('upload.camera'), ...rest])
    const chosen = page.waitForEvent('filechooser')
    await shown(page)
      .getByRole('button', { name: t('upload.camera') })
      .tap()
    const input = (await chosen).element()
    assert.deepEqual(
      [await input.getAttribute('capture'), await input.getAttribute('accept')],
      ['environment', 'image/*'],
    )
    await (await chosen).setFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await rowsBecome(page, ['IMG_0001.jpg', '资料'])
    await page.addInitScript(() => {
      const ask = window.matchMedia.bind(window)
      window.matchMedia = (query) => ask(query === '(pointer:fine)' ? 'all' : query)
    })
    await page.reload()
    await row(page, '资料').waitFor()
    assert.ok(!(await offered(page)).includes(t('upload.camera')))
  })
})

deepTest('an uploaded photo has its thumbnail, also in a folder and in a department', async () => {
  const department = await drive.make.department({ name: '教务处' })
  const user = await drive.make.user({ department })
  const into = await drive.make.folder({ owner: user }, { name: '资料' })
  const buffer = await photo()
  for (const place of [`/files/folder/${into.id}`, `/files/dept/${department.id}`]) {
    await drive.visit(user, place, async (page) => {
      await shown(page).getByText(t('empty.list.title')).waitFor()
      const chooser = await pick(page, { name: '合影.jpg', mimeType: 'image/jpeg', buffer }, 'media')
      assert.equal(await chooser.element().getAttribute('accept'), 'image/*,video/*')
      assert.equal(chooser.isMultiple(), true)
      await rowsBecome(page, ['合影.jpg'])
      await until('the thumbnail', async () => {
        const [left, right] = await pixels(row(page, '合影.jpg').locator('.tile'), [
          [0.2, 0.5],
          [0.8, 0.5],
        ])
        return isRed(left) && isBlue(right)
      })
    })
  }
})

describe('[AH-12] photos of an iPhone', () => {
  const inShanghai = { timezoneId: 'Asia/Shanghai' }

  deepTest(
    'photos named image.jpg get distinct names by the camera’s date, a Live Photo’s halves stay together, and the date is kept',
    async () => {
      const user = await emptyDrive()
      const jpeg = (buffer: Buffer, name = 'image.jpg') => ({ name, mimeType: 'image/jpeg', buffer })
      const dated = await datedPhoto('2019:05:01 14:30:07')
      const abroad = await datedPhoto('2019:05:01 14:30:07', { zone: '-07:00' })
      await drive.visit(
        user,
        '/files/own',
        async (page) => {
          await row(page, '资料').waitFor()
          await pick(
            page,
            [
              jpeg(dated),
              jpeg(dated),
              jpeg(abroad, 'IMG_0001.HEIC'),
              { name: 'IMG_0001.MOV', mimeType: 'video/quicktime', buffer: Buffer.from('mov') },
            ],
            'media',
          )
          const expected = [
            'IMG_0001.HEIC',
            'IMG_0001.MOV',
            'IMG_20190501_143007.jpg',
            'IMG_20190501_143007_2.jpg',
            '资料',
          ]
          await until('rows', async () => String((await names(page)).sort()) === String(expected)).catch(async () =>
            assert.deepEqual((await names(page)).sort(), expected),
          )
          const [one, two] = await Promise.all(
            [expected[2]!, expected[0]!].map((name) =>
              drive.server.deps.db
                .selectFrom('items')
                .innerJoin('versions', 'versions.id', 'items.current_version_id')
                .innerJoin('bodies', 'bodies.id', 'versions.body_id')
                .select('bodies.original_date')
                .where('items.name', '=', name)
                .executeTakeFirstOrThrow(),
            ),
          )
          assert.deepEqual(
            [one!.original_date, two!.original_date],
            [new Date('2019-05-01T06:30:07Z'), new Date('2019-05-01T21:30:07Z')],
          )
          await (
            await openMenu(page, 'IMG_20190501_143007.jpg')
          )
            .getByRole('button', { name: t('menu.properties') })
            .tap()
          const line = shown(page)
            .getByRole('dialog')
            .locator('.properties-line')
            .filter({ hasText: t('properties.original') })
          assert.equal(await line.locator('.properties-value').innerText(), '2019-05-01 14:30')
        },
        inShanghai,
      )
    },
  )
})

deepTest('[CTX-10] the log receives a finished upload', async () => {
  const user = await emptyDrive()
  await drive.visit(user, '/files/own', async (page) => {
    await row(page, '资料').waitFor()
    await pick(page, text('一.txt', '一二三'))
    await until('the log', async () => {
      const rows = await drive.server.deps.db
        .selectFrom('action_log')
        .selectAll()
        .where('user_id', '=', user.id)
        .execute()
      const [told] = rows
      return (
        rows.length === 1 &&
        told?.action === 'upload_stat' &&
        /^file_\d+$/.test(told.typed_id ?? '') &&
        told.fail_reason === null &&
        (told.additional_info as { size: number }).size === 9
      )
    })
  })
})

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

  deepTest('an upload survives the way to another place', async () => {
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

describe('[UPL-03] limits', () => {
  deepTest('a file of 50 GB is refused with its message, one byte less is not', async () => {
    const user = await emptyDrive()
    const [tooLarge, largest] = [
      await sparse('太大.bin', UPLOAD_SIZE_LIMIT),
      await sparse('刚好.bin', UPLOAD_SIZE_LIMIT - 1),
    ]
    await drive.visit(
      user,
      '/files/own',
      async (page) => {
        await row(page, '资料').waitFor()
        const presigns: number[] = []
        await page.route('**/presign_upload', async (route) => {
          presigns.push((route.request().postDataJSON() as { file_size: number }).file_size)
          await route.abort()
        })
        await pick(page, [tooLarge, largest])
        const alert = shown(page).getByRole('alertdialog')
        await alert.getByText(t('upload.fault.tooLarge')).waitFor()
        await until('the other one', () => presigns.length > 0)
        assert.deepEqual(presigns, [UPLOAD_SIZE_LIMIT - 1])
        await alert.getByRole('button', { name: t('action.gotIt') }).tap()
        await tray(page).tap()
        assert.equal(await queue(page).count(), 1)
      },
      { expected: [/presign_upload/] },
    )
  })

  deepTest('of eleven files ten are accepted, and a message says so', async () => {
    const user = await emptyDrive()
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '资料').waitFor()
      await pick(
        page,
        Array.from({ length: UPLOAD_COUNT_DEFAULT + 1 }, (_, n) => text(`第${n + 1}个.txt`)),
      )
      await page
        .getByRole('status')
        .filter({ hasText: t('upload.fault.tooMany', { n: UPLOAD_COUNT_DEFAULT }) })
        .waitFor()
      await tray(page)
        .getByText(t('upload.finished', { n: UPLOAD_COUNT_DEFAULT }))
        .waitFor()
      assert.equal(await row(page, '个.txt').count(), UPLOAD_COUNT_DEFAULT)
      assert.equal(await row(page, '第11个.txt').count(), 0)
    })
  })

  deepTest('an unreadable small file disappears silently, and the others arrive', async () => {
    const user = await emptyDrive()
    await drive.visit(user, '/login', async (page) => {
      await page.addInitScript(() => {
        const whole = Object.getOwnPropertyDescriptor(Blob.prototype, 'arrayBuffer')!
          .value as () => Promise<ArrayBuffer>
        Object.defineProperty(Blob.prototype, 'arrayBuffer', {
          value(this: File) {
            return this.name.startsWith('走了')
              ? Promise.reject(new DOMException('', 'NotReadableError'))
              : whole.call(this)
          },
        })
      })
      await page.goto(`${drive.server.url}/files/own`)
      await row(page, '资料').waitFor()
      await pick(page, [text('走了.txt'), text('还在.txt')])
      await rowsBecome(page, ['还在.txt', '资料'])
      await tray(page)
        .getByText(t('upload.finished', { n: 1 }))
        .waitFor()
      assert.equal(await shown(page).getByRole('alertdialog').count(), 0)
    })
  })
})

deepTest(
  'the server’s refusals appear in its words: a slash cannot be sent, and a trailing dot is refused',
  async () => {
    const user = await emptyDrive()
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '资料').waitFor()
      await pick(page, text('句点.'))
      await tray(page).tap()
      await queued(page, '句点.').locator('.upload-row-danger').waitFor()
      assert.match(await queued(page, '句点.').locator('.upload-row-line').innerText(), /句点|空格|点/)
      await page.goBack()
      await rowsBecome(page, ['资料'])
    })
  },
)
