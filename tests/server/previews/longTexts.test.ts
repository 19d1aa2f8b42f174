import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sample } from '../../support/deep'
import { contentsOf, readContents } from '../../support/search/contents'
import { textsOfPages } from '../../support/previews/readPdf'
import { bytesAt, fileOf, finished, server, startDocumentServer } from './documentServer'

const MiB = 1024 * 1024
/** Long lines, so that the pages are drawn fast. */
const filler = `${'0123456789'.repeat(40)}\n`

describe('[PREV-02] a text of more than 4 MiB', () => {
  startDocumentServer(() => new Date())

  for (const name of sample(['long.txt', 'long.md', 'long.log'], 1)) {
    test(`[SRCH-03] the beginning of ${name} is shown and found, and the end says that there is more`, async () => {
      const content = `开头的话\n\n${filler.repeat(Math.ceil((5 * MiB) / filler.length))}`
      const item = await fileOf(name, content)
      const { preview_url, reason } = await finished(item.id)
      assert.equal(reason, null)
      const pages = await textsOfPages(await bytesAt(preview_url))
      assert.match(pages[0]!, /开头的话/)
      assert.match(pages.at(-1)!, /Only\s+the\s+beginning\s+is\s+shown/)
      await readContents(server.deps, item)
      const [found] = await contentsOf(server.deps, [item])
      assert.match(found!.text, /^开头的话/)
    })
  }
})
