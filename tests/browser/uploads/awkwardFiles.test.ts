import { appendFile, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sample } from '../../support/deep'
import { openDrive } from '../rig/drive'
import { row, rowsBecome, shown, t } from '../rig/screen'
import { assertStoredIn, emptyDriveIn, pick, queued, text, tray, withoutParts } from './pickedFiles'

const drive = openDrive()
const emptyDrive = emptyDriveIn.bind(null, drive)

const MiB = 1024 * 1024
let folder: string
before(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'satchel-picked-'))))
after(() => rm(folder, { recursive: true }))

describe('[UPL-01] names that phones make', () => {
  test('files with forbidden signs are stored under the nearest allowed name, and the user learns it', async () => {
    const user = await emptyDrive()
    await drive.visit(user, '/files/own', async (page) => {
      await row(page, '资料').waitFor()
      await pick(page, [text('Screenshot 08:30.png')])
      await page
        .getByRole('status')
        .filter({ hasText: t('upload.renamed', { name: 'Screenshot 08：30.png' }) })
        .waitFor()
      await rowsBecome(page, ['Screenshot 08：30.png', '资料'])
      await pick(page, [text('Home | Site.pdf'), text('What?.pdf')])
      await row(page, 'Home ｜ Site.pdf').waitFor()
      await row(page, 'What？.pdf').waitFor()
    })
  })
})

describe('[UPL-02] a file that changes after the choice', () => {
  const longer = (at: string) => appendFile(at, 'more')
  const asLong = async (at: string) => {
    await writeFile(at, Buffer.alloc(MiB * 6, 2))
    // A browser may compare whole seconds.
    await utimes(at, new Date(), new Date(Date.now() + 60_000))
  }
  const changes = [
    ['in parts', 6 * MiB, longer, undefined],
    ['in parts, with as many other bytes', 6 * MiB, asLong, undefined],
    ['in one request', 6 * MiB, longer, withoutParts],
  ] as const
  for (const [what, size, change, prepare] of sample(changes, 1))
    test(`is not sent ${what}; the list says why, and a tap lets the user choose it again`, async () => {
      const user = await emptyDrive()
      const at = path.join(folder, `${what}.bin`)
      await writeFile(at, Buffer.alloc(size, 1))
      await drive.visit(
        user,
        '/files/own',
        async (page) => {
          await row(page, '资料').waitFor()
          await prepare?.(page)
          let isChanged = false
          await page.route('**/presign_upload', async (route) => {
            if (!isChanged) await change(at)
            isChanged = true
            await route.fallback()
          })
          await pick(page, at)
          await tray(page)
            .getByText(t('upload.failed', { n: 1 }))
            .waitFor()
          await tray(page).tap()
          await queued(page, path.basename(at)).getByText(t('upload.fault.changed')).waitFor()
          const chosen = page.waitForEvent('filechooser')
          await queued(page, path.basename(at)).locator('.upload-row-press').tap()
          await (await chosen).setFiles(at)
          await shown(page)
            .getByText(t('upload.finished', { n: 1 }))
            .first()
            .waitFor()
        },
        { expected: [/ERR_UPLOAD_FILE_CHANGED/] },
      )
      await assertStoredIn(drive, path.basename(at), await readFile(at))
    })
})
