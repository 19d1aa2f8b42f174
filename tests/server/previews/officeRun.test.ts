import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { OFFICE_LIMIT, findOffice, officeToPdf } from '../../../server/previews/makers/office'
import { findSandbox } from '../../../server/previews/sandbox/findSandbox'

const soffice = await findOffice()
const skip = soffice === null && 'LibreOffice is not installed'
const folder = await mkdtemp(join(tmpdir(), 'satchel-office-'))
after(() => rm(folder, { recursive: true, force: true }))

const mtime = (path: string) => statSync(path).mtimeMs

test(
  '[PREV-02] LibreOffice converts a document without tests of its drawing and without a second start',
  { skip },
  async () => {
    const input = join(folder, 'input.txt')
    await writeFile(input, 'shown')
    const pdf = await officeToPdf(
      { soffice: soffice!, sandbox: await findSandbox([tmpdir()], [soffice!]), limit: OFFICE_LIMIT },
      input,
      folder,
      {},
    )
    assert.match(await readFile(pdf, 'latin1'), /^%PDF/)
    const user = join(folder, 'profile', 'user')
    assert.ok(!existsSync(join(user, 'GraphicsRenderTests.log')), 'no drawing was tested')
    // Before a second start LibreOffice names its build itself.
    assert.ok(mtime(join(user, 'extensions', 'buildid')) <= mtime(join(folder, 'fonts.conf')), 'the build was named')
  },
)
