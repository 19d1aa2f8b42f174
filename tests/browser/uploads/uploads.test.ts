import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { UPLOAD_COUNT_DEFAULT, UPLOAD_SIZE_LIMIT } from '@/domain/uploads/uploads'
import { datedPhoto, photo } from '../../support/samples/samples'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { nowhere, openDrive } from '../rig/drive'
import { isBlue, isRed, pixels } from '../rig/pixels'
import { names, openMenu, row, rowsBecome, shown, t } from '../rig/screen'
import { text, pick, withoutParts, tray, queue, queued, assertStoredIn, emptyDriveIn } from './pickedFiles'

const drive = openDrive()
const emptyDrive = emptyDriveIn.bind(null, drive)
const assertStored = assertStoredIn.bind(null, drive)

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

test('[AH-03] a toast lies above the bar of uploads and the foot of the page, and the bar leaves by itself once all is sent', async () => {
  const user = await emptyDrive()
  await drive.visit(user, '/files/own', async (page) => {
    await row(page, '资料').waitFor()
    let goOn = () => {}
    const isFree = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/files/tus/**', (route) => isFree.then(() => route.continue()))
    await pick(page, text('甲:乙.txt'))
    const place = shown(page).locator('.upload-tray-place')
    const [toast, bar, foot] = await Promise.all(
      [shown(page).locator('.toast'), place, shown(page).locator('.foot-bar')].map((each) => each.boundingBox()),
    )
    assert.ok(toast!.y + toast!.height <= bar!.y, JSON.stringify([toast, bar]))
    assert.ok(bar!.y + bar!.height <= foot!.y, JSON.stringify([bar, foot]))
    assert.equal(await place.getByRole('button', { name: t('action.close') }).count(), 0)
    goOn()
    await place.getByText(t('upload.finished', { n: 1 })).waitFor()
    await place.waitFor({ state: 'detached' })
  })
})

test('[UPL-06] a phone offers its camera, album, files and a new folder; a computer with a mouse offers no camera', async () => {
  const offered = async (page: Page) => {
    await shown(page)
      .getByRole('button', { name: t('list.add') })
      .tap()
    const cells = shown(page).getByRole('dialog').locator('.action-grid-cell')
    // Scanning loads after the list.
    await cells.filter({ hasText: t('upload.scan.title') }).waitFor()
    return cells.allInnerTexts()
  }
  const user = await emptyDrive()
  await drive.visit(user, '/files/own', async (page) => {
    const rest = [t('upload.media'), t('upload.files'), t('upload.scan.title'), t('name.newFolder')]
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

  test('[UPL-06] files dropped on the page are uploaded to the list on top; where nothing can be uploaded they do not leave the app', async () => {
    const user = await emptyDrive()
    /** @returns whether the browser would show the file, and the sign at the pointer */
    const drag = (page: Page, type: 'dragover' | 'drop', name: string) =>
      page.evaluate(
        ([kind, fileName]) => {
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File(['dropped'], fileName))
          // Otherwise Chromium lets only a drag of a person change it.
          Object.defineProperty(dataTransfer, 'dropEffect', { value: '', writable: true })
          const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true })
          return { leaves: document.body.dispatchEvent(event), sign: dataTransfer.dropEffect }
        },
        [type, name] as const,
      )
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '资料').waitFor()
      await until('the list takes files', async () => (await drag(page, 'dragover', '拖放.txt')).sign === 'copy')
      assert.equal((await drag(page, 'drop', '拖放.txt')).leaves, false)
      await row(page, '拖放.txt').waitFor()
      await page.goto(`${drive.server.url}/files/trash`)
      await until('nothing leaves the app', async () => !(await drag(page, 'drop', '丢失.txt')).leaves)
      await page.goto(`${drive.server.url}/files/own`)
      await row(page, '拖放.txt').waitFor()
      assert.equal(await row(page, '丢失.txt').count(), 0)
    })
  })

  deepTest('of eleven files none is dropped: the last one waits in the queue', async () => {
    const user = await emptyDrive()
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '资料').waitFor()
      await pick(
        page,
        Array.from({ length: UPLOAD_COUNT_DEFAULT + 1 }, (_, n) => text(`第${n + 1}个.txt`)),
      )
      await tray(page)
        .getByText(t('upload.finished', { n: UPLOAD_COUNT_DEFAULT + 1 }))
        .waitFor()
      assert.equal(await row(page, '个.txt').count(), UPLOAD_COUNT_DEFAULT + 1)
    })
  })

  deepTest('an unreadable small file disappears silently, and the others arrive', async () => {
    const user = await emptyDrive()
    await drive.visit(user, nowhere, async (page) => {
      await page.addInitScript(() => {
        const { slice, arrayBuffer } = Blob.prototype
        const gone = new WeakSet<Blob>()
        // The app keeps a part of each file.
        Blob.prototype.slice = function (this: Blob, ...range) {
          const part = slice.apply(this, range)
          if (gone.has(this) || (this instanceof File && this.name.startsWith('走了'))) gone.add(part)
          return part
        }
        Blob.prototype.arrayBuffer = function (this: Blob) {
          return gone.has(this) ? Promise.reject(new DOMException('', 'NotReadableError')) : arrayBuffer.call(this)
        }
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

deepTest('the server’s refusals appear in its words: a full space', async () => {
  const enterprise = await drive.make.enterprise({ user_quota_bytes: 10 })
  const user = await drive.make.user({ enterprise })
  await drive.make.folder({ owner: user }, { name: '资料' })
  await drive.visit(user, '/files/own', async (page) => {
    await row(page, '资料').waitFor()
    await pick(page, text('太大.txt', 'x'.repeat(11)))
    await tray(page).tap()
    await queued(page, '太大.txt').locator('.upload-row-danger').waitFor()
    assert.match(await queued(page, '太大.txt').locator('.upload-row-line').innerText(), /空间不足/)
    await page.goBack()
    await rowsBecome(page, ['资料'])
  })
})
