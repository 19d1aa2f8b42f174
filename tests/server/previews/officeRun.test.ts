import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
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

test(
  '[PREV-02] LibreOffice neither tests its drawing nor gathers extensions before it converts a document',
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
    assert.ok(!existsSync(join(user, 'extensions', 'bundled')), 'no extensions were gathered')
  },
)
